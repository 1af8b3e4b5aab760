export { type Answer, type AskOptions, askModel } from './ask-model.js';
export {
  type Compacted,
  type CompactOptions,
  type CompactResult,
  compact,
  type NotCompacted,
} from './compaction/compact.js';
export type { TailLimits } from './compaction/tail-start.js';
export type {
  Conversation,
  ConversationCompactResult,
  ConversationOptions,
} from './conversation/conversation.js';
export { createConversation } from './conversation/create-conversation.js';
export {
  type AppendedLogEntry,
  appendLogEntry,
  type NewLogEntry,
} from './journal/append-log-entry.js';
export type { LogBullet } from './journal/parse-log.js';
export {
  type LogFile,
  type LogsResult,
  type ReadLogsOptions,
  readLogs,
} from './journal/read-logs.js';
export {
  type AiSdkMessage,
  type AiSdkPart,
  fromAiSdk,
  toAiSdk,
} from './messages/ai-sdk.js';
export {
  type AnthropicBlock,
  type AnthropicConversation,
  type AnthropicMessage,
  fromAnthropic,
  toAnthropic,
} from './messages/anthropic.js';
export {
  type ClaudeCodeOptions,
  type ClaudeCodeTranscript,
  type LineProblem,
  readClaudeCode,
} from './messages/claude-code.js';
export { countMessage, countMessages } from './messages/count-tokens.js';
export type {
  Extra,
  ImagePart,
  Message,
  OtherPart,
  Part,
  Role,
  TextPart,
  ThinkingPart,
  ToolCallPart,
  ToolResultPart,
} from './messages/message.js';
export { textOf } from './messages/parts.js';
export {
  readTranscript,
  type Transcript,
  type TranscriptFormat,
} from './messages/read-transcript.js';
export {
  type RenderTranscriptOptions,
  renderTranscript,
} from './messages/render-transcript.js';
export type { ModelFunction, ModelPurpose, ModelRequest } from './model.js';
export type { NotesBudget } from './notes/fit-notes.js';
export {
  type KeptNotes,
  readNotes,
  type UpdatedNotesFile,
  updateNotesFile,
} from './notes/notes-file.js';
export { notesPath } from './notes/notes-path.js';
export {
  type NotesState,
  type NotesThresholds,
  shouldUpdateNotes,
} from './notes/notes-trigger.js';
export {
  blankNotes,
  defaultTemplate,
  type NotesSection,
  type NotesTemplate,
} from './notes/template.js';
export { type UpdatedNotes, type UpdateNotesOptions, updateNotes } from './notes/update-notes.js';

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
export type { ModelFunction, ModelPurpose, ModelRequest } from './model.js';

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
  type ApplyOptions,
  type ApplyResult,
  applyPlan,
} from './distill/apply-plan.js';
export type { CarriedOut } from './distill/carry-out.js';
export type { ConsolidationLock, HeldConsolidation } from './distill/consolidation-lock.js';
export type { DeletionCap } from './distill/deletion-cap.js';
export type { DistillInput, KnownLog, KnownMemory } from './distill/distill-input.js';
export { checkGate, type Gate, type GateFacts, type GateOptions } from './distill/gate.js';
export type {
  CreateOperation,
  DeleteOperation,
  DistillationPlan,
  Finding,
  FindingKind,
  IndexOperation,
  MergeOperation,
  PlannedFile,
  PlannedOperation,
  Rejection,
  SourceLine,
  UpdateOperation,
} from './distill/plan.js';
export { type PlanOptions, planByRules, planDistillation } from './distill/plan-distillation.js';
export {
  type PlanPreview,
  type PreviewedFile,
  type PreviewedOperation,
  previewPlan,
} from './distill/preview-plan.js';
export { type ReadDistillInputOptions, readDistillInput } from './distill/read-distill-input.js';
export { readPlan } from './distill/read-plan.js';
export { renderPlan, titleOf } from './distill/render-plan.js';
export {
  type DistillOptions,
  type DistillOutcome,
  runDistillation,
  type UndoDistillationOptions,
  undoDistillation,
} from './distill/run-distillation.js';
export { type RunRecord, type RunState, unfinishedRun } from './distill/run-record.js';
export type { Refusal, StoreSettings } from './distill/simulate.js';
export type { KeptFile } from './distill/take-back.js';
export { type UndoRunOptions, type UndoRunResult, undoRun } from './distill/undo-run.js';
export {
  type ExtractOptions,
  type ExtractResult,
  extractMemories,
} from './extraction/extract-memories.js';
export {
  type AppendedLogEntry,
  appendLogEntry,
  type NewLogEntry,
} from './journal/append-log-entry.js';
export { type LocalTime, localTime } from './journal/local-time.js';
export type { LogBullet } from './journal/parse-log.js';
export {
  type LogFile,
  type LogsResult,
  type ReadLogsOptions,
  readLogs,
} from './journal/read-logs.js';
export type { AiSdkMessage, AiSdkMessageLike, AiSdkPart } from './messages/ai-sdk-shape.js';
export type {
  AnthropicBlock,
  AnthropicConversation,
  AnthropicConversationLike,
  AnthropicMessage,
  AnthropicMessageLike,
} from './messages/anthropic-shape.js';
export {
  type ClaudeCodeOptions,
  type ClaudeCodeTranscript,
  type LineProblem,
  readClaudeCode,
} from './messages/claude-code.js';
export { countMessage, countMessages } from './messages/count-tokens.js';
export { fromAiSdk } from './messages/from-ai-sdk.js';
export { fromAnthropic } from './messages/from-anthropic.js';
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
export { toAiSdk } from './messages/to-ai-sdk.js';
export { toAnthropic } from './messages/to-anthropic.js';
export type { ModelFunction, ModelPurpose, ModelRequest } from './model.js';
export type { NotesBudget } from './notes/fit-notes.js';
export {
  type KeptNotes,
  type ListedNotes,
  listNotes,
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

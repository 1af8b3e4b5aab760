export type { ContextEntry, ReadContextEntry } from './context/context-entry.js';
export type { ContextFormat } from './context/context-markers.js';
export { readContext } from './context/read-context.js';
export {
  type RenderContextOptions,
  type RenderedContext,
  renderContext,
} from './context/render-context.js';
export { stripContext } from './context/strip-context.js';
export type { Claim, ClaimKind, ClaimState } from './drift/claim.js';
export { type VerifiableEntry, type VerifyOptions, verifyEntry } from './drift/verify-entry.js';
export type { FoundPaths, PackageFacts, PathKind, Workspace } from './drift/workspace.js';
export {
  type EntrySummary,
  type MemoryEntry,
  type MemoryLink,
  memoryEntrySchema,
  memoryLinkSchema,
  memoryTypeSchema,
  provenanceSchema,
} from './entry.js';
export { isEntryPath } from './entry-path.js';
export {
  AmbiguousError,
  ConflictError,
  GuardError,
  isMemoryError,
  MemoryError,
  type MemoryErrorCode,
  NotFoundError,
  StorageError,
} from './errors.js';
export {
  type GuardAction,
  type GuardFinding,
  type GuardGroup,
  guardGroups,
} from './guard/finding.js';
export { guardFile } from './guard/guard-file.js';
export type { GuardInput, GuardOptions, GuardPolicy, GuardRule } from './guard/guard-options.js';
export { guardText } from './guard/guard-text.js';
export { redactSecrets } from './guard/redact-secrets.js';
export { tightenGuard } from './guard/tighten-guard.js';
export { type Ignore, parseIgnore } from './ignore.js';
export { maxIndexBytes, maxIndexLines } from './index-file/measure-index.js';
export { type InstructionsOptions, memoryInstructions } from './instructions.js';
export type * from './memory-store.js';
export { isMemoryType, type MemoryType, memoryTypes } from './memory-type.js';
export type * from './pending/pending.js';
export { maxPending, maxPendingBytes } from './pending/pending.js';
export { type Problem, type ProblemKind, problemKinds } from './problem.js';
export type { Provenance } from './provenance.js';
export type { RecalledEntry, RecallOptions, RecallResult } from './recall/recall.js';
export { createRecallSession, type RecallSession } from './recall/recall-session.js';
export type { RecallHeader, RecallSelector } from './recall/recall-source.js';
export type { OutsideChange, OutsideChanges } from './seen/changed-outside.js';
export type * from './storage.js';
export {
  isAppendable,
  isFollowable,
  isRecoverable,
  isScannable,
  isWatchable,
  reportsSkipped,
} from './storage.js';
export { indexPath, stemOf, storagePath } from './storage-path.js';
export { createMemoryStore } from './store/create-memory-store.js';
export { estimateTokens, type TokenEstimator } from './token-estimate.js';

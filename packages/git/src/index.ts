export type { DiffHunk, DiffLine } from '@mem/core/internal';
export type { HistoryMode } from './find-repository.js';
export { GitError, type GitFailure } from './git-error.js';
export type { GitProgram } from './git-program.js';
export { oldestGit } from './git-version.js';
export type { BlamedLine } from './history/blame.js';
export type { CommitFile, CommitRecord } from './history/commit-record.js';
export type { EntryDiff, FieldDiff } from './history/entry-diff.js';
export { findPastEntry } from './history/find-past-entry.js';
export {
  type DiffOptions,
  type History,
  type OpenHistoryOptions,
  openHistory,
} from './history/history.js';
export { eachPastFile, type PastFile, type PastFilesResult } from './history/past-files.js';
export { withUncommittedChanges } from './history/uncommitted-changes.js';
export type { UndoneChange } from './history/undo.js';
export type { WrittenChange } from './history/write-change.js';
export {
  type InstallDriverOptions,
  type InstalledDriver,
  installMergeDriver,
} from './merge/install-merge-driver.js';
export {
  type DriverConflict,
  type DriverResult,
  type MergeDriverFiles,
  mergeDriver,
} from './merge/merge-driver.js';
export type { FileConflict } from './merge/merge-file.js';
export type { ConflictKind, TreeConflict } from './merge/merge-trees.js';
export type { NotCommitted, NotCommittedReason } from './not-committed.js';
export type { RepositoryKind } from './repository.js';
export { renderReviewMarkdown, renderReviewText } from './review/render-review.js';
export {
  type Review,
  type ReviewedAuthor,
  type ReviewedCommit,
  type ReviewedEntry,
  type ReviewOptions,
  reviewMemory,
} from './review/review.js';
export { SparseCheckout } from './sparse-checkout.js';
export type { MemoryConflict } from './sync/conflict-record.js';
export type { PullResult } from './sync/pull.js';
export type { PushOutcome } from './sync/push.js';
export type { ConflictVersions, Resolution, ResolveResult } from './sync/resolve.js';
export { type MemorySync, openSync, type SyncResult } from './sync/sync.js';
export type { SyncOptions } from './sync/sync-world.js';
export type { ChangeMaker } from './waiting-change.js';
export { type GitCheckpointResult, type GitHistory, type GitOptions, withGit } from './with-git.js';

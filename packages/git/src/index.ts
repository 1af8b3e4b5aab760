export type { HistoryMode } from './find-repository.js';
export { GitError, type GitFailure } from './git-error.js';
export type { GitProgram } from './git-program.js';
export { oldestGit } from './git-version.js';
export type { NotCommitted, NotCommittedReason } from './not-committed.js';
export type { RepositoryKind } from './repository.js';
export type { ChangeMaker } from './waiting-change.js';
export { type GitCheckpointResult, type GitHistory, type GitOptions, withGit } from './with-git.js';

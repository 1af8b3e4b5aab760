export { GitError, type GitFailure } from './git-error.js';
export type { GitProgram } from './git-program.js';
export { oldestGit } from './git-version.js';

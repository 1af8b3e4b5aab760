import { StorageError } from '@mem/core';

/**
 * Why a call of git failed, stable across versions of git; programs decide on this.
 *
 * - `missing`: there is no git on this machine
 * - `too-old`: git is older than `oldestGit`
 * - `no-repository`: the folder is in no repository
 * - `other-owner`: the repository belongs to another user, and git refuses it (`safe.directory`)
 * - `time-out`: git was ended because it took too long
 * - `too-much-output`: git was ended because it printed more than was allowed
 * - `failed`: everything else; see `exitCode` and `detail`
 */
export type GitFailure =
  | 'missing'
  | 'too-old'
  | 'no-repository'
  | 'other-owner'
  | 'time-out'
  | 'too-much-output'
  | 'failed';

export class GitError extends StorageError {
  readonly failure: GitFailure;
  readonly exitCode: number | undefined;
  /** What git printed on its error stream. It may name folders of the host: not for other people. */
  readonly detail: string;

  constructor(
    failure: GitFailure,
    message: string,
    options: { exitCode?: number | undefined; detail?: string; cause?: unknown } = {},
  ) {
    super(message, { operation: 'git', retryable: failure === 'time-out', cause: options.cause });
    this.failure = failure;
    this.exitCode = options.exitCode;
    this.detail = options.detail ?? '';
  }
}

import { isMemoryError, StorageError } from '@mem/core';
import { GitError } from './git-error.js';
import {
  kept,
  type NotCommitted,
  notCommitted,
  notCommittedBecause,
  Obstacle,
} from './not-committed.js';

/** What a failure on the way to a commit means for the caller, whose change is already made. */
export function notCommittedBy(error: unknown): NotCommitted {
  if (error instanceof Obstacle) return error.answer;
  if (error instanceof StorageError && error.operation === 'lock') return notCommitted('busy');
  if (!(error instanceof GitError)) {
    return notCommittedBecause('failed', `${wordsOf(error)} ${kept}`);
  }
  switch (error.failure) {
    case 'missing':
      return notCommittedBecause('no-git', error.message);
    case 'too-old':
      return notCommittedBecause('old-git', error.message);
    case 'no-repository':
      return notCommitted('no-repository');
    case 'other-owner':
      return notCommitted('other-owner');
    default:
      return notCommittedBecause('failed', error.message);
  }
}

/** One line; errors of the system may hold folders of the host, so only their codes are shown. */
function wordsOf(error: unknown): string {
  if (isMemoryError(error)) return error.message;
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? `the file system answers ${code}.` : 'an unexpected failure.';
}

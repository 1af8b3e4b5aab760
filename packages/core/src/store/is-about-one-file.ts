import { isMemoryError, type StorageError } from '../errors.js';

/**
 * True when a failed read says something of that file, so that the rest can be shown with a
 * problem in its place. A failure that may pass (too many open files) says nothing of the file:
 * going on without it would make an entry look deleted.
 */
export function isAboutOneFile(error: unknown): boolean {
  if (!isMemoryError(error)) return false;
  return error.code !== 'STORAGE' || !(error as StorageError).retryable;
}

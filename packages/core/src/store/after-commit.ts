import { isMemoryError } from '../errors.js';
import type { Problem } from '../problem.js';
import type { StoragePath } from '../storage.js';

/**
 * Runs what comes after the commit point of a change: when it fails, the change is made all the
 * same, so the failure is a warning and the fallback is the answer.
 *
 * @param what what could not be done, as the beginning of a sentence
 */
export async function afterCommit<T>(
  path: StoragePath,
  what: string,
  { run, fallback }: { readonly run: () => Promise<T>; readonly fallback: () => T | Promise<T> },
  warnings: Problem[],
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    const message = `The change is made, but ${what}: ${error.message}`;
    warnings.push({ kind: 'storage-warning', path, message });
    return await fallback();
  }
}

import { isMemoryError } from '@mem/core';
import { shorten } from '../shorten.js';

/** A failure as a result that the model reads: the stable code, what is wrong, and the remedy. */
export interface FailedTool {
  readonly error: string;
}

/**
 * The result, or the failure as one. What is no error of ours could hold anything, paths of the
 * host among it, so it is not repeated.
 */
export async function answer<T extends object>(run: () => Promise<T>): Promise<T | FailedTool> {
  try {
    return await run();
  } catch (error) {
    if (isMemoryError(error)) return { error: shorten(`${error.code}: ${error.message}`, 2_000) };
    return {
      error:
        'INTERNAL: the memory itself failed and did not say why. Read the memory again before you repeat a change: it may have been made.',
    };
  }
}

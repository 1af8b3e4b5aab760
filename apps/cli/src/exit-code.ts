import { isMemoryError, type MemoryErrorCode } from '@mem/core';
import { UsageError } from './arguments/usage-error.js';

/** `USAGE`: the command line itself is wrong. `INTERNAL`: a fault of ours. */
export type ErrorCode = MemoryErrorCode | 'USAGE' | 'INTERNAL';

/** The one place that says what a failure means for a script. */
export const exitCodes: Readonly<Record<ErrorCode, number>> = {
  NOT_FOUND: 1,
  USAGE: 2,
  INVALID_PATH: 2,
  INVALID_ENTRY: 2,
  CONFLICT: 3,
  AMBIGUOUS: 3,
  REFUSED: 4,
  LIMIT: 4,
  UNREADABLE_ENTRY: 4,
  STORAGE: 5,
  INTERNAL: 5,
};

/** The asked-for thing is not so, although nothing went wrong: `check` found problems. */
export const notSo = 1;

export function codeOf(error: unknown): ErrorCode {
  if (error instanceof UsageError) return 'USAGE';
  return isMemoryError(error) ? error.code : 'INTERNAL';
}

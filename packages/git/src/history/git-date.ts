import { MemoryError } from '@mem/core';

/** A moment as git's options take it without guessing; small numbers alone would mean now. */
export function gitDate(date: Date): string {
  const seconds = Math.floor(date.getTime() / 1000);
  if (Number.isNaN(seconds)) {
    throw new MemoryError('INVALID_ENTRY', 'That is no time. Write it as 2026-01-31T12:00:00Z.');
  }
  return `@${Math.max(0, seconds)} +0000`;
}

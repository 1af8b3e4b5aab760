import { MemoryError } from '@mem/core';
import type * as z from 'zod';

/** Where the next page begins, as text that means nothing to the caller. */
export function writeCursor(position: Readonly<Record<string, string | number>>): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** @throws MemoryError INVALID_ENTRY for text that `writeCursor` has not made for this kind of page */
export function readCursor<Position extends z.ZodType>(
  cursor: string,
  position: Position,
): z.infer<Position> {
  const parsed = position.safeParse(jsonOf(cursor));
  if (parsed.success) return parsed.data;
  throw new MemoryError(
    'INVALID_ENTRY',
    'That cursor is none of this tool’s. Leave it out to begin at the start.',
  );
}

function jsonOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

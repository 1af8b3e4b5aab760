import { MemoryError } from '../errors.js';
import type { StoragePath } from '../storage.js';

/** @throws MemoryError INVALID_ENTRY when the text cannot be stored as UTF-8 */
export function requireWellFormed(text: string, field: string, path?: StoragePath): void {
  if (text.isWellFormed()) return;
  throw new MemoryError(
    'INVALID_ENTRY',
    `The ${field} holds half of a character (a lone surrogate), which no file can keep; nothing was written. Give it as well-formed Unicode.`,
    path === undefined ? {} : { path },
  );
}

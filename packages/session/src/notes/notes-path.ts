import { MemoryError, type StoragePath, storagePath } from '@mem/core';

/** Below it are the notes of conversations. */
export const notesFolder = storagePath('.mem/notes');

/**
 * Where the notes of a conversation are: beside the memories and hidden, so that nothing lists,
 * searches or commits them.
 *
 * @param id letters, digits, `-`, `_` and `.`, as in the ids that agents give their conversations
 * @throws MemoryError INVALID_PATH for any other id
 */
export function notesPath(id: string): StoragePath {
  if (/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/.test(id)) return storagePath(`${notesFolder}/${id}.md`);
  throw new MemoryError(
    'INVALID_PATH',
    `${JSON.stringify(id.slice(0, 100))} cannot name a conversation's notes. Use letters, digits, "-", "_" and ".", at most 100.`,
  );
}

/** Whose notes they are; undefined for any other file. */
export function notesId(path: StoragePath): string | undefined {
  return /^\.mem\/notes\/([^/]+)\.md$/.exec(path)?.[1];
}

import { isMemoryError, type MemoryStore, type StoragePath, storagePath } from '@mem/core';
import type { History } from './history.js';

/**
 * The path of a memory by what a person calls it: one that is there, else one that was, by its path
 * or the name of its file.
 *
 * @throws NotFoundError, AmbiguousError
 */
export async function findPastEntry(
  target: string,
  store: MemoryStore,
  { history }: { readonly history: Pick<History, 'log'> },
): Promise<StoragePath> {
  try {
    return (await store.getFile(target)).path;
  } catch (error) {
    if (!isMemoryError(error) || error.code === 'AMBIGUOUS') throw error;
    for (const path of pathsFor(target)) {
      if ((await history.log({ path, limit: 1 })).length > 0) return path;
    }
    throw error;
  }
}

/** As a person or `save` would name the file of it. */
function pathsFor(target: string): StoragePath[] {
  const folded = target
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}_-]+/gu, '_');
  const names = new Set([target, `${target}.md`, `${folded}.md`]);
  return [...names].flatMap((name) => {
    try {
      return [storagePath(name)];
    } catch {
      return [];
    }
  });
}

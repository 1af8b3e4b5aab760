import { isMemoryError, type MemoryStore, NotFoundError } from '@mem/core';
import type { MemoryConflict } from '@mem/git';

/**
 * The open conflict of a memory by what a person calls it; its file may be there no more.
 *
 * @throws NotFoundError, AmbiguousError
 */
export async function findConflict(
  target: string,
  conflicts: readonly MemoryConflict[],
  store: MemoryStore,
): Promise<MemoryConflict> {
  const byPath = (path: string) => conflicts.findLast((conflict) => conflict.path === path);
  const found = byPath(target) ?? byPath(`${target}.md`) ?? byPath(await pathOf(target, store));
  if (found) return found;
  throw new NotFoundError(
    `${JSON.stringify(target.slice(0, 200))} has no open conflict. "mem conflicts" lists those there are.`,
  );
}

async function pathOf(target: string, store: MemoryStore): Promise<string> {
  try {
    return (await store.getFile(target)).path;
  } catch (error) {
    if (!isMemoryError(error) || error.code !== 'NOT_FOUND') throw error;
    return '';
  }
}

import { isMemoryError, type MemoryStore } from '@mem/core';

/**
 * Tells whether a name, file name or path means a memory that is there and left out: nothing may
 * change what the model was told is not there.
 *
 * @param shown leaves memories out
 * @param all the same directory, whole
 */
export function hiddenMemories(
  shown: MemoryStore,
  all: MemoryStore,
): (name: string) => Promise<boolean> {
  return async (name) => {
    const path = await all.get(name).then(
      (entry) => entry.path,
      // Not there, or not to be told apart: whoever writes finds out which.
      () => undefined,
    );
    return path !== undefined && (await isMissing(shown, path));
  };
}

async function isMissing(store: MemoryStore, path: string): Promise<boolean> {
  try {
    await store.get(path);
    return false;
  } catch (error) {
    return isMemoryError(error) && error.code === 'NOT_FOUND';
  }
}

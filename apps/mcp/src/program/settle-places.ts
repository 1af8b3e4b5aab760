import type { MemoryPlace } from '../server/memory-place.js';

/** What a history has to write down may take a moment longer, in milliseconds; then it waits. */
const patience = 5_000;

/**
 * Before the program ends: what is still without its commit gets one, then the directories are
 * closed. What cannot be committed in time is kept, and committed with a later change. Never rejects.
 */
export async function settlePlaces(
  places: readonly Pick<MemoryPlace, 'history' | 'store'>[],
): Promise<void> {
  const work = places.map(async ({ store, history }) => {
    try {
      await history?.flush();
    } finally {
      await store.close();
    }
  });
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience);
  });
  await Promise.race([Promise.allSettled(work), limit]);
  clearTimeout(timer);
}

import type { Ignore } from '../ignore.js';
import type { StoreWorld } from '../store/store-world.js';
import type { PendingEntries } from './pending.js';

/**
 * Each part is loaded when it is first called: most programs never propose or decide.
 *
 * @param ignore what the reading calls leave out
 */
export function createPendingEntries(
  world: StoreWorld,
  write: <T>(change: () => Promise<T>) => Promise<T>,
  ignore: Ignore | undefined,
): PendingEntries {
  const shown = async () => (await import('./shown-changes.js')).shownChanges(world, ignore);
  return {
    add: (change) => write(async () => (await import('./propose.js')).propose(world, change)),
    list: async () => {
      const { readShelf } = await import('./pending-shelf.js');
      const { shelved, problems } = await readShelf(world.storage);
      const isShown = await shown();
      return { changes: shelved.map(({ change }) => change).filter(isShown), problems };
    },
    get: async (id) => {
      const { notWaiting, requireShelved } = await import('./pending-shelf.js');
      const { viewPending } = await import('./view-pending.js');
      const shelved = await requireShelved(world.storage, id);
      if (!(await shown())(shelved.change)) throw notWaiting(id);
      return viewPending(world, shelved);
    },
    accept: (id, options) =>
      write(async () => (await import('./decide.js')).acceptPending(world, id, options)),
    edit: (id, fields) =>
      write(async () => (await import('./decide.js')).editPending(world, id, fields)),
    reject: (id) => write(async () => (await import('./decide.js')).rejectPending(world, id)),
  };
}

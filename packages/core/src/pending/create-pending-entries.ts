import type { StoreWorld } from '../store/store-world.js';
import type { PendingEntries } from './pending.js';

/** Each part is loaded when it is first called: most programs never propose or decide. */
export function createPendingEntries(
  world: StoreWorld,
  write: <T>(change: () => Promise<T>) => Promise<T>,
): PendingEntries {
  return {
    add: (change) => write(async () => (await import('./propose.js')).propose(world, change)),
    list: async () => {
      const { readShelf } = await import('./pending-shelf.js');
      const { shelved, problems } = await readShelf(world.storage);
      return { changes: shelved.map(({ change }) => change), problems };
    },
    get: async (id) => {
      const { requireShelved } = await import('./pending-shelf.js');
      const { viewPending } = await import('./view-pending.js');
      return viewPending(world, await requireShelved(world.storage, id));
    },
    accept: (id, options) =>
      write(async () => (await import('./decide.js')).acceptPending(world, id, options)),
    edit: (id, fields) =>
      write(async () => (await import('./decide.js')).editPending(world, id, fields)),
    reject: (id) => write(async () => (await import('./decide.js')).rejectPending(world, id)),
  };
}

import type { MemoryEntry } from '../entry.js';
import { readEntry } from './read-entry.js';
import { requireEntry } from './require-entry.js';
import type { StoreWorld } from './store-world.js';

/** The whole entry that answers to a name, a file's stem or a path. */
export async function getEntry(world: StoreWorld, target: string): Promise<MemoryEntry> {
  return readEntry(world, requireEntry(target, await world.view.look()).path);
}

import { isEntryPath } from '../entry-path.js';
import type { StoragePath } from '../storage.js';
import { indexPath } from '../storage-path.js';

/** Entries and the index: what an agent takes for memory. */
export function isWatched(path: StoragePath): boolean {
  return path === indexPath || isEntryPath(path);
}

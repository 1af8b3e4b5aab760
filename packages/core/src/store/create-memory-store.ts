import type { MemoryStore, MemoryStoreOptions } from '../memory-store.js';
import { createSearcher } from '../search/create-searcher.js';
import type { Storage } from '../storage.js';
import { checkDirectory } from './check-directory.js';
import { deleteEntry } from './delete-entry.js';
import { createDirectoryView } from './directory-view.js';
import { guardStorage } from './guard-storage.js';
import { listEntries } from './list-entries.js';
import { loadIndex } from './load-index.js';
import { readEntry } from './read-entry.js';
import { reindex } from './reindex.js';
import { renameEntry } from './rename-entry.js';
import { renderStoreContext } from './render-store-context.js';
import { requireEntry } from './require-entry.js';
import { saveEntry, updateExisting } from './save-entry.js';
import type { StoreWorld } from './store-world.js';
import { undoChange } from './undo-change.js';
import { createWriteQueue } from './write-queue.js';

/** A memory directory, with all its rules, on the given storage. Opens and writes nothing yet. */
export function createMemoryStore(adapter: Storage, options: MemoryStoreOptions = {}): MemoryStore {
  const storage = guardStorage(adapter);
  const world: StoreWorld = {
    storage,
    view: createDirectoryView(storage),
    now: options.now ?? (() => new Date()),
    newEntryShape: options.newEntryShape ?? 'auto',
  };
  const searcher = createSearcher(storage, { now: () => world.now().getTime() });
  const write = createWriteQueue();
  return {
    save: (input, options) => write(() => saveEntry(world, input, options)),
    update: (target, fields, options) =>
      write(() => updateExisting(world, target, fields, options)),
    rename: (target, newName, options) => write(() => renameEntry(world, target, newName, options)),
    delete: (target, options) => write(() => deleteEntry(world, target, options)),
    reindex: (options) => write(() => reindex(world, options)),
    undo: () => write(() => undoChange(world)),
    get: async (target) => readEntry(world, requireEntry(target, await world.view.look()).path),
    list: (options) => listEntries(world, options),
    search: (query, options) => searcher.search(query, options),
    context: (options) => renderStoreContext(world, options),
    check: () => checkDirectory(world),
    loadIndex: () => loadIndex(storage),
    close: () => write(async () => storage.close?.()),
  };
}

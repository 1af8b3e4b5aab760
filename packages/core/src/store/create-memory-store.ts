import type { MemoryEntry } from '../entry.js';
import type {
  MemoryStore,
  MemoryStoreOptions,
  ReadOptions,
  SearchOptions,
  SearchResult,
} from '../memory-store.js';
import { createSearcher, type Searcher } from '../search/create-searcher.js';
import type { Storage } from '../storage.js';
import { checkDirectory } from './check-directory.js';
import { deleteEntry } from './delete-entry.js';
import { createDirectoryView } from './directory-view.js';
import { guardStorage } from './guard-storage.js';
import { listEntries } from './list-entries.js';
import { loadIndex } from './load-index.js';
import { readEntry } from './read-entry.js';
import { recallEntries } from './recall-entries.js';
import { reindex } from './reindex.js';
import { renameEntry } from './rename-entry.js';
import { renderStoreContext } from './render-store-context.js';
import { requireEntry } from './require-entry.js';
import { saveEntry, updateExisting } from './save-entry.js';
import { type ShownWorld, shownWorld } from './shown-world.js';
import type { StoreWorld } from './store-world.js';
import { undoChange } from './undo-change.js';
import { verifyEntries } from './verify-entries.js';
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
  const shown = (call: ReadOptions = {}) => shownWorld(world, options.ignore, call.ignore);
  return {
    save: (input, options) => write(() => saveEntry(world, input, options)),
    update: (target, fields, options) =>
      write(() => updateExisting(world, target, fields, options)),
    rename: (target, newName, options) => write(() => renameEntry(world, target, newName, options)),
    delete: (target, options) => write(() => deleteEntry(world, target, options)),
    reindex: (options) => write(() => reindex(world, options)),
    undo: () => write(() => undoChange(world)),
    get: async (target, options) => getEntry(await shown(options), target),
    list: async (options) => listEntries(await shown(options), options),
    search: async (query, options) => searchEntries(await shown(options), searcher, query, options),
    recall: (query, options) =>
      recallEntries(() => shown(options), world.now, searcher, query, options),
    verify: async (workspace, options) => verifyEntries(await shown(options), workspace, options),
    context: async (options) => renderStoreContext(await shown(options), options),
    check: async (options) => checkDirectory(await shown(options)),
    loadIndex: async (options) => loadIndex((await shown(options)).storage),
    close: () => write(async () => storage.close?.()),
  };
}

async function getEntry(world: StoreWorld, target: string): Promise<MemoryEntry> {
  return readEntry(world, requireEntry(target, await world.view.look()).path);
}

function searchEntries(
  { ignored }: ShownWorld,
  searcher: Searcher,
  query: string,
  options: SearchOptions = {},
): Promise<SearchResult> {
  const { ignore: _, ...rest } = options;
  if (ignored.size === 0) return searcher.search(query, rest);
  return searcher.search(query, { ...rest, ignores: ({ path }) => ignored.has(path) });
}

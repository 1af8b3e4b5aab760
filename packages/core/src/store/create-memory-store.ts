import { MemoryError } from '../errors.js';
import type { MemoryStore, MemoryStoreOptions, ReadOptions } from '../memory-store.js';
import { createPendingEntries } from '../pending/create-pending-entries.js';
import type { Searcher } from '../search/create-searcher.js';
import { notingStorage } from '../seen/noting-storage.js';
import type { Storage } from '../storage.js';
import { checkStoreArguments, withCheckedArguments } from './check-arguments.js';
import { createDirectoryView } from './directory-view.js';
import { guardStorage } from './guard-storage.js';
import type { ShownWorld } from './shown-world.js';
import type { StoreWorld } from './store-world.js';
import { createWriteQueue } from './write-queue.js';

/**
 * A memory directory, with all its rules, on the given storage. Opens and writes nothing yet.
 *
 * Each operation is loaded when it is first called: a program that runs once for one of them, such
 * as a hook, starts in a fraction of the time that loading all of them takes.
 */
export function createMemoryStore(adapter: Storage, options: MemoryStoreOptions = {}): MemoryStore {
  checkStoreArguments(adapter, options);
  const now = options.now ?? (() => new Date());
  const storage = notingStorage(guardStorage(adapter), adapter, now);
  const world: StoreWorld = {
    storage,
    view: createDirectoryView(storage),
    now,
    newEntryShape: options.newEntryShape ?? 'auto',
    provenance: options.provenance,
    guard: options.guard ?? {},
  };
  const write = createWriteQueue();
  const shown = (call: ReadOptions = {}) => shownBy(world, options, call);
  const searcher = once(() => openSearcher(world, options.keepIndex ?? false));
  return withCheckedArguments({
    save: (input, options) =>
      write(async () => (await import('./save-entry.js')).saveEntry(world, input, options)),
    update: (target, fields, options) =>
      write(async () =>
        (await import('./save-entry.js')).updateExisting(world, target, fields, options),
      ),
    rename: (target, newName, options) =>
      write(async () =>
        (await import('./rename-entry.js')).renameEntry(world, target, newName, options),
      ),
    delete: (target, options) =>
      write(async () => (await import('./delete-entry.js')).deleteEntry(world, target, options)),
    reindex: (options) => write(async () => (await import('./reindex.js')).reindex(world, options)),
    undo: (options) =>
      write(async () => (await import('./undo-change.js')).undoChange(world, options)),
    get: async (target, options) =>
      (await import('./get-entry.js')).getEntry(await shown(options), target),
    getFile: async (target, options) =>
      (await import('./replace-file.js')).getFile(await shown(options), target),
    replaceFile: (target, bytes, options) =>
      write(async () =>
        (await import('./replace-file.js')).replaceFile(world, target, bytes, options),
      ),
    list: async (options) =>
      (await import('./list-entries.js')).listEntries(await shown(options), options),
    search: async (query, options) => {
      const { searchEntries } = await import('./search-entries.js');
      return searchEntries(await shown(options), await searcher(), query, options);
    },
    recall: async (query, options) => {
      const { recallEntries } = await import('./recall-entries.js');
      return recallEntries(() => shown(options), world.now, await searcher(), query, options);
    },
    verify: async (workspace, options) =>
      (await import('./verify-entries.js')).verifyEntries(await shown(options), workspace, options),
    context: async (options) =>
      (await import('./render-store-context.js')).renderStoreContext(await shown(options), options),
    check: async (options) =>
      (await import('./check-directory.js')).checkDirectory(await shown(options)),
    changedOutside: async ({ accept = false } = {}) => {
      if (options.ignore !== undefined) throw hidesChanges();
      const { acceptOutside, changedOutside } = await import('../seen/changed-outside.js');
      return accept ? write(() => acceptOutside(storage, now())) : changedOutside(storage);
    },
    loadIndex: async (options) =>
      (await import('./load-index.js')).loadIndex((await shown(options)).storage),
    pending: createPendingEntries(world, write, options.ignore),
    close: () => write(async () => storage.close?.()),
  });
}

/** What is ignored is told by what it says, which is no longer known of a file that is gone. */
function hidesChanges(): MemoryError {
  return new MemoryError(
    'REFUSED',
    'While memories are ignored, what others changed is not told: it could not leave them out.',
  );
}

async function openSearcher({ storage, now }: StoreWorld, keepIndex: boolean): Promise<Searcher> {
  const { createSearcher } = await import('../search/create-searcher.js');
  return createSearcher(storage, { now: () => now().getTime(), keepIndex });
}

const nothing: ReadonlySet<string> = new Set();

/** Most calls ignore nothing and need not load what ignoring takes. */
async function shownBy(
  world: StoreWorld,
  options: MemoryStoreOptions,
  call: ReadOptions,
): Promise<ShownWorld> {
  if (options.ignore === undefined && call.ignore === undefined) {
    return { ...world, ignored: nothing };
  }
  return (await import('./shown-world.js')).shownWorld(world, options.ignore, call.ignore);
}

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open();
    return opened;
  };
}

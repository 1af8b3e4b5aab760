import { asksForBodies, type Ignore, ignorePredicate } from '../ignore.js';
import { indexWithoutIgnored } from '../ignore-index.js';
import {
  type Followable,
  isScannable,
  reportsSkipped,
  type Scannable,
  type Storage,
  type StoragePath,
} from '../storage.js';
import { indexPath } from '../storage-path.js';
import { definedOf } from './defined-of.js';
import type { DirectorySnapshot } from './directory-view.js';
import { readEntryFile } from './read-entry-file.js';
import type { StoreWorld } from './store-world.js';

/** The world for a reading call: ignored entries are in no answer, count or message of it. */
export interface ShownWorld extends StoreWorld {
  readonly ignored: ReadonlySet<string>;
}

/** The same world without the entries that the store or the call ignores. */
export async function shownWorld(
  world: StoreWorld,
  ...ignores: readonly (Ignore | undefined)[]
): Promise<ShownWorld> {
  const active = ignores.filter((ignore) => ignore !== undefined);
  if (active.length === 0) return { ...world, ignored: new Set() };
  const snapshot = await world.view.look();
  const entries = await ignorableEntries(world, snapshot, active.some(asksForBodies));
  const ignored = new Set<string>();
  for (const ignore of active) {
    const isIgnored = ignorePredicate(ignore);
    for (const entry of entries) if (isIgnored(entry)) ignored.add(entry.path);
  }
  const shownIndex = (text: string) =>
    active.reduce<string>((shown, ignore) => indexWithoutIgnored(shown, ignore, entries), text);
  const storage = shownStorage(world.storage, ignored, shownIndex);
  return {
    ...world,
    storage,
    ignored,
    view: { look: async () => shownSnapshot(await world.view.look(), ignored) },
  };
}

async function ignorableEntries(
  world: StoreWorld,
  snapshot: DirectorySnapshot,
  withBodies: boolean,
) {
  return Promise.all(
    snapshot.entries.map(async ({ path, name, header, readable }) => ({
      path: path as string,
      name,
      ...definedOf({ type: header.type, description: header.description }),
      body: withBodies && readable ? await bodyOf(world.storage, path) : '',
    })),
  );
}

async function bodyOf(storage: Storage, path: StoragePath): Promise<string> {
  const file = await storage.read(path);
  return file ? (await readEntryFile(path, file.bytes)).body : '';
}

function shownSnapshot(
  { entries, files }: DirectorySnapshot,
  ignored: ReadonlySet<string>,
): DirectorySnapshot {
  const shown = (item: { readonly path: string }) => !ignored.has(item.path);
  return {
    entries: entries.filter(shown),
    files: files.filter(shown),
  };
}

/** For reading only. Nobody follows it: an ignored entry must not show among the changes. */
function shownStorage(
  { changesSince: _, ...storage }: Storage & Partial<Followable>,
  ignored: ReadonlySet<string>,
  shownIndex: (text: string) => string,
): Storage {
  return {
    ...storage,
    async read(path) {
      if (ignored.has(path)) return undefined;
      const file = await storage.read(path);
      if (!file || path !== indexPath) return file;
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes);
      return { ...file, bytes: new TextEncoder().encode(shownIndex(text)) };
    },
    async *list(prefix) {
      for await (const file of storage.list(prefix)) if (!ignored.has(file.path)) yield file;
    },
    ...(isScannable(storage) ? shownScannable(storage, ignored) : {}),
    ...(reportsSkipped(storage) ? { skipped: () => storage.skipped() } : {}),
  };
}

function shownScannable(storage: Scannable, ignored: ReadonlySet<string>): Scannable {
  return {
    scan: (wanted, visit) => storage.scan((path) => !ignored.has(path) && wanted(path), visit),
    listAll: async () => (await storage.listAll()).filter((file) => !ignored.has(file.path)),
  };
}

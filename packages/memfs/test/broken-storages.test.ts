import {
  ConflictError,
  type Recoverable,
  type Scannable,
  type Storage,
  StorageError,
  type StoragePath,
  type StoredFileInfo,
  storagePath,
} from '@mem/core';
import { storageCases } from '@mem/core/storage-cases';
import { expect, test } from 'vitest';
import { createMemfsStorage } from '../src/index.js';

type Whole = ReturnType<typeof createMemfsStorage>;
type Faulty = (storage: Whole) => Partial<Storage & Scannable & Recoverable>;

/** Mistakes that an author of an adapter could make, each beside the case that must find it. */
const mistakes: readonly [mistake: string, caughtBy: string, Faulty][] = [
  [
    'text is tidied when it is read',
    'bytes come back exactly',
    (storage) => ({
      read: async (path) => {
        const file = await storage.read(path);
        return file && { ...file, bytes: encode(new TextDecoder().decode(file.bytes)) };
      },
    }),
  ],
  [
    'the array is used after the call has returned',
    "the caller's bytes stay the caller's",
    (storage) => ({
      write: async (path, bytes, options) => {
        await undefined;
        return storage.write(path, bytes, options);
      },
    }),
  ],
  [
    'an absent file is an error',
    'absence is undefined',
    (storage) => ({
      read: async (path) => (await storage.read(path)) ?? Promise.reject(failure()),
    }),
  ],
  [
    'list has versions of its own',
    'list and read agree on the version',
    (storage) => ({
      list: (prefix) => mapped(storage, prefix, (info) => ({ ...info, version: 'other' })),
    }),
  ],
  ['the size is the version', 'equal versions mean equal bytes', versionedBySize],
  [
    'the size is the version, once more',
    'a change of the same size within one tick changes the version',
    versionedBySize,
  ],
  [
    'versions end with the tick they were made in',
    'an expect taken while the file was young holds when it is old',
    (storage) => {
      const tick = () => `${Math.floor(Date.now() / 40)}`;
      return {
        list: (prefix) => mapped(storage, prefix, (info) => ({ ...info, version: tick() })),
        read: async (path) => {
          const file = await storage.read(path);
          return file && { ...file, version: tick() };
        },
        write: async (path, bytes, { expect } = {}) => {
          if (expect && expect !== tick()) throw new ConflictError(path, tick());
          return { ...(await storage.write(path, bytes)), version: tick() };
        },
      };
    },
  ],
  [
    'null is taken for no condition',
    'expect null writes only where nothing is',
    (storage) => ({
      write: (path, bytes, { expect } = {}) => storage.write(path, bytes, expect ? { expect } : {}),
    }),
  ],
  [
    'a condition is dropped',
    'expect a version writes only over that version',
    (storage) => ({ write: (path, bytes) => storage.write(path, bytes) }),
  ],
  [
    'a conflict does not say what is there',
    'a conflict carries the current version and changes nothing',
    (storage) => ({
      write: (path, bytes, options) =>
        storage
          .write(path, bytes, options)
          .catch(() => Promise.reject(new ConflictError(path, null))),
    }),
  ],
  [
    'identical bytes are a conflict',
    'identical bytes are unchanged whatever was expected',
    (storage) => ({
      write: async (path, bytes, options) => {
        if (options?.expect === null && (await storage.read(path)))
          throw new ConflictError(path, '');
        return storage.write(path, bytes, options);
      },
    }),
  ],
  [
    'removing what is absent fails',
    'removing what is absent succeeds, unless a version was expected',
    (storage) => ({
      remove: async (path, options) => {
        const result = await storage.remove(path, options);
        return result.existed ? result : Promise.reject(failure());
      },
    }),
  ],
  [
    'a remove drops its condition',
    'a remove with expect removes only that version',
    (storage) => ({ remove: (path) => storage.remove(path) }),
  ],
  [
    'a prefix is a piece of text',
    'a prefix counts whole segments',
    (storage) => ({
      async *list(prefix = '' as StoragePath) {
        for await (const info of storage.list()) if (info.path.startsWith(prefix)) yield info;
      },
    }),
  ],
  [
    'core’s own files are listed with the others',
    'paths below .mem are stored, and listed only when asked for',
    (storage) => ({
      async *list(prefix) {
        yield* storage.list(prefix);
        if (prefix === undefined) yield* storage.list(storagePath('.mem'));
      },
    }),
  ],
  [
    'only Markdown is listed',
    'list yields every file, whatever its suffix',
    (storage) => ({
      async *list(prefix) {
        for await (const info of storage.list(prefix)) if (info.path.endsWith('.md')) yield info;
      },
    }),
  ],
  [
    'hidden files are written',
    'hidden paths are refused and never shown',
    (storage) => ({
      write: (path, bytes, options) =>
        storage.write(path.replaceAll('.', '_') as StoragePath, bytes, options),
    }),
  ],
  [
    'names are folded',
    'names of every script come back as they were given',
    (storage) => ({
      write: (path, bytes, options) =>
        storage.write(path.normalize('NFD') as StoragePath, bytes, options),
    }),
  ],
  ['it looks, and then writes', 'of many writers on one version exactly one wins', looksAndWrites],
  ['it looks, and then writes', 'of many creators of one file exactly one wins', looksAndWrites],
  ['it looks, and then writes', '8 workers and 50 increments each give 400', looksAndWrites],
  [
    'a file is emptied before it is written',
    'a reader meets old or new bytes, never part of them and never a gap',
    (storage) => ({
      write: async (path, bytes, options) => {
        await storage.write(path, new Uint8Array(0));
        await pause();
        return storage.write(path, bytes, options);
      },
    }),
  ],
  [
    'list fails on a file that is gone by now',
    'files that come and go never make list fail',
    (storage) => ({
      async *list(prefix) {
        for (const info of await collected(storage, prefix)) {
          await pause();
          if (!(await storage.read(info.path))) throw failure();
          yield info;
        }
      },
    }),
  ],
  [
    'a folder stays when its last file is gone',
    'a folder is gone with its last file',
    (storage) => {
      const folders = new Set<string>();
      return {
        write: async (path, bytes, options) => {
          if (folders.has(path)) throw failure();
          for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
            folders.add(path.slice(0, end));
          }
          return storage.write(path, bytes, options);
        },
      };
    },
  ],
  [
    'a checkpoint of what was never written fails',
    'a checkpoint never rejects and changes no file',
    () => ({
      checkpoint: async ({ paths }) =>
        paths.length > 0 ? { warnings: [] } : Promise.reject(failure()),
    }),
  ],
  [
    'a scan leaves empty files out',
    'scan and listAll tell what list and read tell',
    (storage) => ({
      listAll: () => storage.listAll(),
      scan: (wanted, visit) =>
        storage.scan(wanted, (path, bytes) => bytes.length > 0 && visit(path, bytes)),
    }),
  ],
  [
    'the oldest change comes first',
    'a recorded change tells what was there before and what it left',
    (storage) => ({
      purge: (path) => storage.purge(path),
      async *changes() {
        const all = [];
        for await (const change of storage.changes()) all.unshift(change);
        yield* all;
      },
    }),
  ],
  [
    'a purge keeps the copies',
    'after a purge no copy is left',
    (storage) => ({ changes: () => storage.changes(), purge: async () => {} }),
  ],
];

test.each(mistakes)('%s: found by "%s"', async (_, caughtBy, faulty) => {
  const found = storageCases.find(({ name }) => name === caughtBy);
  expect(found).toBeDefined();
  await expect(found?.run(async () => withMistake(faulty))).rejects.toThrow();
});

function withMistake(faulty: Faulty): Storage {
  const storage = createMemfsStorage();
  return {
    read: (path) => storage.read(path),
    list: (prefix) => storage.list(prefix),
    write: (path, bytes, options) => storage.write(path, bytes, options),
    remove: (path, options) => storage.remove(path, options),
    checkpoint: async (change) => (await storage.checkpoint?.(change)) ?? { warnings: [] },
    ...faulty(storage),
  };
}

function versionedBySize(storage: Whole): Partial<Storage> {
  const sizeOf = async (path: StoragePath) => {
    const file = await storage.read(path);
    return file === undefined ? null : String(file.bytes.length);
  };
  return {
    list: (prefix) => mapped(storage, prefix, (info) => ({ ...info, version: String(info.size) })),
    read: async (path) => {
      const file = await storage.read(path);
      return file && { ...file, version: String(file.bytes.length) };
    },
    write: async (path, bytes, { expect } = {}) => {
      const current = await sizeOf(path);
      if (expect !== undefined && expect !== current) throw new ConflictError(path, current);
      return { ...(await storage.write(path, bytes)), version: String(bytes.length) };
    },
  };
}

function looksAndWrites(storage: Whole): Partial<Storage> {
  return {
    write: async (path, bytes, { expect } = {}) => {
      const current = (await storage.read(path))?.version ?? null;
      if (expect !== undefined && expect !== current) throw new ConflictError(path, current);
      await pause();
      return storage.write(path, bytes);
    },
  };
}

async function* mapped(
  storage: Storage,
  prefix: StoragePath | undefined,
  change: (info: StoredFileInfo) => StoredFileInfo,
): AsyncGenerator<StoredFileInfo> {
  for await (const info of storage.list(prefix)) yield change(info);
}

async function collected(storage: Storage, prefix?: StoragePath): Promise<StoredFileInfo[]> {
  const all = [];
  for await (const info of storage.list(prefix)) all.push(info);
  return all;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function failure(): StorageError {
  return new StorageError('It failed.', { operation: 'test' });
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

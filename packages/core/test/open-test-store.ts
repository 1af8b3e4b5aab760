// By path, not by package: a dependency of core on memfs would be a circle, as memfs needs core.
import { createMemfsStorage, Volume } from '../../memfs/src/index.js';
import type { MemoryStore, MemoryStoreOptions } from '../src/memory-store.js';
import type { Storage } from '../src/storage.js';
import { storagePath } from '../src/storage-path.js';
import { createMemoryStore } from '../src/store/create-memory-store.js';

export interface TestStore {
  readonly store: MemoryStore;
  readonly storage: Storage;
  /** The text of a file; undefined when there is none. */
  readonly text: (path: string) => Promise<string | undefined>;
  readonly put: (path: string, text: string) => Promise<void>;
  /** Paths of all files outside `.mem/`. */
  readonly files: () => Promise<string[]>;
}

export const fixedTime = new Date('2026-03-04T05:06:07.000Z');

/** A store over a file system in RAM that holds these files. */
export async function openTestStore(
  files: Readonly<Record<string, string>> = {},
  options: MemoryStoreOptions = {},
): Promise<TestStore> {
  const volume = new Volume();
  const storage = createMemfsStorage({ volume });
  // Another writer of the same directory: what it does is no part of the store's changes.
  const other = createMemfsStorage({ volume });
  const put = async (path: string, text: string) => {
    await other.write(storagePath(path), new TextEncoder().encode(text));
  };
  for (const [path, text] of Object.entries(files)) await put(path, text);
  return {
    store: createMemoryStore(storage, { now: () => fixedTime, ...options }),
    storage,
    put,
    text: async (path) => {
      const file = await storage.read(storagePath(path));
      return file && new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes);
    },
    files: async () => {
      const paths: string[] = [];
      for await (const { path } of storage.list()) paths.push(path);
      return paths.sort();
    },
  };
}

/** A memory file of the flat shape. */
export function entryText(name: string, description: string, type: string, body: string): string {
  return `---\nname: ${name}\ndescription: ${description}\ntype: ${type}\n---\n\n${body}\n`;
}

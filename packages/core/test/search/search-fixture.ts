import type { Storage, StoragePath, StoredFile } from '../../src/storage.js';

const encoder = new TextEncoder();

/** Files in RAM, for reading, by path. Change the map to change the files. */
export function readingStorage(files: ReadonlyMap<string, string | Uint8Array>): Storage {
  const fileAt = (path: string): StoredFile | undefined => {
    const content = files.get(path);
    if (content === undefined) return undefined;
    const bytes = typeof content === 'string' ? encoder.encode(content) : content;
    return { bytes, version: `v${bytes.join(' ')}`, modifiedAt: 0 };
  };
  return {
    read: async (path) => fileAt(path),
    async *list() {
      for (const path of files.keys()) {
        const { version, bytes } = fileAt(path)!;
        yield { path: path as StoragePath, version, size: bytes.length, modifiedAt: 0 };
      }
    },
    write: () => Promise.reject(new Error('This storage is for reading.')),
    remove: () => Promise.reject(new Error('This storage is for reading.')),
  };
}

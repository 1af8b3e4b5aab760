import type { Scannable, Storage, StoragePath, StoredFile } from '../../src/storage.js';

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

/** The same with the capability to scan. `onScanned` is called after each file of a scan. */
export function scannableStorage(
  files: ReadonlyMap<string, string | Uint8Array>,
  onScanned: (path: string) => void = () => {},
): Storage & Scannable {
  const storage = readingStorage(files);
  const buffer = new Uint8Array(64 * 1024);
  return {
    ...storage,
    async listAll() {
      const listed = [];
      for await (const file of storage.list()) listed.push(file);
      return listed;
    },
    async scan(wanted, visit) {
      for (const path of [...files.keys()] as StoragePath[]) {
        const file = wanted(path) ? await storage.read(path) : undefined;
        if (!file) continue;
        buffer.set(file.bytes);
        visit(path, buffer.subarray(0, file.bytes.length));
        onScanned(path);
      }
    },
  };
}

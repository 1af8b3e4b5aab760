import type { Storage, StoragePath, StoredFile, Version } from '@mem/core';
import { ConflictError } from '@mem/core';

/** The plainest storage that keeps the contract within one process: fast enough to fuzz through. */
export function ramStorage(files: Readonly<Record<string, string | Uint8Array>> = {}): Storage {
  const kept = new Map<string, { bytes: Uint8Array; version: Version }>();
  let count = 0;
  const put = (path: string, bytes: Uint8Array) => {
    const version = String(++count);
    kept.set(path, { bytes: Uint8Array.from(bytes), version });
    return version;
  };
  for (const [path, text] of Object.entries(files)) {
    put(path, typeof text === 'string' ? new TextEncoder().encode(text) : text);
  }
  const require = (path: StoragePath, expect: Version | null | undefined) => {
    const current = kept.get(path)?.version ?? null;
    if (expect !== undefined && expect !== current) throw new ConflictError(path, current);
  };
  return {
    read: async (path) => kept.get(path) as StoredFile | undefined,
    async *list(prefix) {
      for (const [path, { bytes, version }] of [...kept]) {
        const isBelow =
          prefix === undefined ? !path.startsWith('.mem/') : path.startsWith(`${prefix}/`);
        if (isBelow) yield { path: path as StoragePath, version, size: bytes.length };
      }
    },
    write: async (path, bytes, { expect } = {}) => {
      const old = kept.get(path);
      if (old && Buffer.compare(old.bytes, bytes) === 0) {
        return { version: old.version, outcome: 'unchanged', warnings: [] };
      }
      require(path, expect);
      return { version: put(path, bytes), outcome: old ? 'replaced' : 'created', warnings: [] };
    },
    remove: async (path, { expect } = {}) => {
      if (expect !== undefined) require(path, expect);
      return { existed: kept.delete(path), warnings: [] };
    },
  };
}

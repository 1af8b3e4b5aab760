import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { ConflictError, type Storage, type StoragePath, type Version } from '@mem/core';
import type { FileSystem } from '@mem/fs-node';
import { localFileSystem } from '@mem/fs-node/internal';

/**
 * The negative control of every harness: what a program writes without a second thought. It looks,
 * and then writes in place.
 */
export function createPlainStorage(
  directory: string,
  fileSystem: FileSystem = localFileSystem,
): Storage {
  const host = (path: StoragePath) => `${directory}/${path}`;
  const read = (path: StoragePath) => {
    if (!fs.existsSync(host(path))) return undefined;
    const bytes = new Uint8Array(fs.readFileSync(host(path)));
    return { bytes, version: Buffer.from(bytes).toString('hex') };
  };
  const check = (path: StoragePath, expect: Version | null | undefined) => {
    const current = read(path)?.version ?? null;
    if (expect !== undefined && expect !== current) throw new ConflictError(path, current);
    return current;
  };
  return {
    read: async (path) => read(path),
    async *list(prefix) {
      for (const path of filesBelow(directory, prefix)) {
        const file = read(path);
        if (file) yield { path, version: file.version, size: file.bytes.length };
      }
    },
    async write(path, bytes, { expect } = {}) {
      const current = check(path, expect);
      fileSystem.mkdirSync(dirname(host(path)), { recursive: true, mode: 0o700 });
      const flags = fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_TRUNC;
      const descriptor = fileSystem.openSync(host(path), flags, 0o600);
      try {
        fileSystem.writeSync(descriptor, bytes, 0, bytes.length);
      } finally {
        fileSystem.closeSync(descriptor);
      }
      const outcome = current === null ? 'created' : 'replaced';
      return { version: Buffer.from(bytes).toString('hex'), outcome, warnings: [] };
    },
    async remove(path, { expect } = {}) {
      const current = check(path, expect);
      if (current !== null) fileSystem.unlinkSync(host(path));
      return { existed: current !== null, warnings: [] };
    },
  };
}

function filesBelow(directory: string, prefix: string | undefined): StoragePath[] {
  const start = prefix === undefined ? directory : `${directory}/${prefix}`;
  if (!fs.existsSync(start)) return [];
  return fs
    .readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => `${item.parentPath}/${item.name}`.slice(directory.length + 1) as StoragePath)
    .filter((path) => prefix !== undefined || !path.startsWith('.'));
}

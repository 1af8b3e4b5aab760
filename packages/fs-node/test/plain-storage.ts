import * as fs from 'node:fs';
import type { Storage, StoragePath, Version } from '@mem/core';
import { ConflictError } from '@mem/core';
import { localFileSystem } from '../src/file-system.js';
import type { FileSystem } from '../src/index.js';

/**
 * The negative control: what a program writes without a second thought. It looks, and then writes
 * in place. Every harness of ours must catch it.
 */
export function createPlainStorage(
  directory: string,
  fileSystem: FileSystem = localFileSystem,
): Storage {
  const read = (path: StoragePath) => {
    const host = `${directory}/${path}`;
    if (!fs.existsSync(host)) return undefined;
    const bytes = new Uint8Array(fs.readFileSync(host));
    return { bytes, version: `v${Buffer.from(bytes).toString('hex')}` };
  };
  const check = (path: StoragePath, expect: Version | null | undefined) => {
    const current = read(path)?.version ?? null;
    if (expect !== undefined && expect !== current) throw new ConflictError(path, current);
    return current;
  };
  return {
    read: async (path) => read(path),
    async *list() {
      for (const name of fs.readdirSync(directory)) {
        const path = name as StoragePath;
        const file = read(path);
        if (file) yield { path, version: file.version, size: file.bytes.length };
      }
    },
    async write(path, bytes, { expect } = {}) {
      const current = check(path, expect);
      await undefined;
      fs.mkdirSync(directory, { recursive: true });
      const flags = fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_TRUNC;
      const descriptor = fileSystem.openSync(`${directory}/${path}`, flags, 0o600);
      fileSystem.writeSync(descriptor, bytes, 0, bytes.length);
      fileSystem.closeSync(descriptor);
      const outcome = current === null ? 'created' : 'replaced';
      return { version: read(path)?.version ?? '', outcome, warnings: [] };
    },
    async remove(path, { expect } = {}) {
      const current = check(path, expect);
      if (current !== null) fileSystem.unlinkSync(`${directory}/${path}`);
      return { existed: current !== null, warnings: [] };
    },
  };
}

import type { StoragePath } from '@mem/core';
import { gitIn, type Repository, treePath } from '../repository.js';
import { readLog } from './log.js';
import { readBlobs } from './read-blobs.js';
import { damagedHistory } from './revision.js';

export interface ShownFile {
  readonly bytes: Uint8Array;
  /** What the file was called then. */
  readonly path: StoragePath;
}

/**
 * The file as a commit holds it, byte for byte; one that was renamed since is found under its name
 * of then. Undefined when the entry did not exist then.
 *
 * @throws StorageError when git has lost what it held
 */
export async function showFile(
  repository: Repository,
  path: StoragePath,
  commit: string,
): Promise<ShownFile | undefined> {
  const present = await fileAt(repository, path, commit);
  if (present) return present;
  const seen = new Set<StoragePath>([path]);
  for (const { files } of await readLog(repository, { path, limit: 100_000 })) {
    for (const { from } of files) {
      if (from === undefined || seen.has(from)) continue;
      seen.add(from);
      const file = await fileAt(repository, from, commit);
      if (file) return file;
    }
  }
  return undefined;
}

async function fileAt(
  repository: Repository,
  path: StoragePath,
  commit: string,
): Promise<ShownFile | undefined> {
  const name = `${commit}:${treePath(repository, path)}`;
  const bytes = (await readBlobs(repository, [name])).get(name);
  if (bytes) return { bytes, path };
  const args = ['ls-tree', '-z', '--full-tree', commit, '--', treePath(repository, path)];
  const { stdout } = await gitIn(repository, args);
  // A folder of this name is no file.
  if (/^\d+ blob /.test(stdout.toString('latin1'))) throw damagedHistory(`contents of ${path}`);
  return undefined;
}

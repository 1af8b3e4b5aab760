import {
  indexPath,
  isEntryPath,
  MemoryError,
  NotFoundError,
  type Storage,
  type StoragePath,
} from '@mem/core';
import { listAll } from '../outside-changes.js';
import type { Repository } from '../repository.js';
import { readBlobs } from './read-blobs.js';
import { showFile } from './show.js';
import { readMemoryTree } from './trees.js';
import {
  type FileRevision,
  isRealChange,
  revisionOf,
  type WrittenChange,
  writeChange,
} from './write-change.js';

/** Gives one entry the contents that it had in a commit. */
export async function restoreFile(
  repository: Repository,
  storage: Storage,
  path: StoragePath,
  commit: string,
): Promise<WrittenChange> {
  const shown = await showFile(repository, path, commit);
  if (shown === undefined) {
    throw new NotFoundError(
      `${path} did not exist in commit ${commit.slice(0, 10)}; see its log for the commits that have it.`,
    );
  }
  const file = await revisionOf(storage, path, shown.bytes);
  return await writeChange(storage, isRealChange(file) ? [file] : [], {
    message: `restore ${path} as of ${commit.slice(0, 10)}`,
  });
}

/**
 * Makes all memories and the index what they were in a commit. Daily logs and other Markdown files
 * are none: what was noted since stays.
 */
export async function restoreAll(
  repository: Repository,
  storage: Storage,
  commit: string,
): Promise<WrittenChange> {
  const tree = new Map(
    [...(await readMemoryTree(repository, commit))].filter(([path]) => isRestored(path)),
  );
  if (tree.size === 0) {
    throw new MemoryError(
      'REFUSED',
      `Commit ${commit.slice(0, 10)} holds no memories at all, so nothing was restored. Name a later one.`,
    );
  }
  const blobs = await readBlobs(
    repository,
    [...tree.values()].map(({ id }) => id),
  );
  const files: FileRevision[] = [];
  const paths = new Set<StoragePath>(tree.keys());
  for (const { path } of await listAll(storage)) if (isRestored(path)) paths.add(path);
  for (const path of paths) {
    const id = tree.get(path)?.id;
    const before = id === undefined ? null : blobs.get(id);
    if (before === undefined) throw missing(path);
    const file = await revisionOf(storage, path, before);
    if (isRealChange(file)) files.push(file);
  }
  return await writeChange(storage, files, {
    message: `restore all memories as of ${commit.slice(0, 10)}`,
  });
}

function isRestored(path: StoragePath): boolean {
  return path === indexPath || isEntryPath(path);
}

function missing(path: StoragePath): MemoryError {
  return new MemoryError(
    'STORAGE',
    `The history no longer holds the contents of ${path}, so nothing was restored. Is this a partial clone?`,
    { path },
  );
}

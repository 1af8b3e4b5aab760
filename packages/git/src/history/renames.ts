import type { StoragePath } from '@mem/core';
import type { CommitFile, CommitRecord } from './commit-record.js';

/**
 * What files are called at the end of a stretch of history, by every name they had in it. Step by
 * step, as renames are commits of their own: from end to end a short file may have changed too much.
 */
export function renamesIn(log: readonly CommitRecord[]): Map<StoragePath, StoragePath> {
  const names = new Map<StoragePath, StoragePath>();
  for (const { files } of log) {
    for (const { path, from } of files) {
      if (from !== undefined) names.set(from, names.get(path) ?? path);
    }
  }
  return names;
}

/**
 * The changes with removals and additions that are the two ends of a rename put together. What was
 * taken for a rename only because two files resemble each other gives way to what really happened.
 */
export function joinRenames(
  changes: readonly CommitFile[],
  names: ReadonlyMap<StoragePath, StoragePath>,
): CommitFile[] {
  const files = changes.flatMap((file) => withoutGuess(file, names));
  const removed = new Set(files.filter(({ action }) => action === 'removed').map(pathOf));
  const added = new Set(files.filter(({ action }) => action === 'added').map(pathOf));
  const joined = new Map<StoragePath, StoragePath>();
  for (const from of removed) {
    const path = names.get(from);
    if (path !== undefined && added.delete(path)) joined.set(path, from);
  }
  const ends = new Set(joined.values());
  return files.flatMap((file): CommitFile[] => {
    if (file.action === 'removed' && ends.has(file.path)) return [];
    const from = file.action === 'added' ? joined.get(file.path) : undefined;
    return [from === undefined ? file : { path: file.path, action: 'renamed', from }];
  });
}

function withoutGuess(
  file: CommitFile,
  names: ReadonlyMap<StoragePath, StoragePath>,
): CommitFile[] {
  const { path, from } = file;
  const known = from === undefined ? undefined : names.get(from);
  if (from === undefined || known === undefined || known === path) return [file];
  return [
    { path: from, action: 'removed' },
    { path, action: 'added' },
  ];
}

function pathOf({ path }: CommitFile): StoragePath {
  return path;
}

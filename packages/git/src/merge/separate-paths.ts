import { createHash } from 'node:crypto';
import { type StoragePath, stemOf, storagePath } from '@mem/core';

export interface PlacedFile {
  readonly path: StoragePath;
  readonly bytes: Uint8Array;
  readonly isOurs: boolean;
}

/**
 * Gives files that came to share a path, or that need a folder where another one is a file, paths
 * of their own: ours stays, the other one gets its contents' hash behind its name.
 */
export function separatePaths<T extends PlacedFile>(files: readonly T[]): T[] {
  const inOrder = files.toSorted((one, other) => Number(other.isOurs) - Number(one.isOurs));
  const taken = new Set<string>();
  const folders = new Set<string>();
  return inOrder.map((file) => {
    const path = isFree(file.path, taken, folders) ? file.path : ownPath(file, taken, folders);
    taken.add(path);
    for (const folder of foldersOf(path)) folders.add(folder);
    return path === file.path ? file : { ...file, path };
  });
}

function isFree(path: string, taken: ReadonlySet<string>, folders: ReadonlySet<string>): boolean {
  return !taken.has(path) && !folders.has(path) && !foldersOf(path).some((up) => taken.has(up));
}

function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    folders.push(path.slice(0, at));
  }
  return folders;
}

/** Beside the file it collides with, or above it where its folder is taken. */
function ownPath(
  { path, bytes }: PlacedFile,
  taken: ReadonlySet<string>,
  folders: ReadonlySet<string>,
): StoragePath {
  const blocked = foldersOf(path).find((up) => taken.has(up)) ?? path;
  const folder = blocked.slice(0, blocked.lastIndexOf('/') + 1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const suffix = name.endsWith('.md') ? '.md' : '';
  const hash = createHash('sha256').update(path).update('\0').update(bytes).digest('hex');
  for (let length = 10; length < hash.length; length += 2) {
    const candidate = `${folder}${cut(stemOf(name))}-${hash.slice(0, length)}${suffix}`;
    if (isFree(candidate, taken, folders)) return storagePath(candidate);
  }
  throw new Error('no free name was found');
}

/** Leaves room for what is appended: a name has 255 bytes at most. */
function cut(stem: string): string {
  return Buffer.from(stem)
    .subarray(0, 180)
    .toString('utf8')
    .replace(/\ufffd$/u, '');
}

import { lstatSync } from 'node:fs';
import { isScannable, type Storage, type StoragePath, type StoredFileInfo } from '@mem/core';
import type { OutsideAction } from './commit-message.js';
import type { TreeFile } from './head.js';
import type { NestedRepositories } from './ignored-paths.js';
import type { KnownFiles } from './known-files.js';
import type { OutsideChange } from './plan-commits.js';
import { gitIn, hasIndex, type Repository, treePath } from './repository.js';

export interface OutsideSearch {
  readonly storage: Storage;
  readonly repository: Repository;
  readonly root: string;
  readonly tree: ReadonlyMap<StoragePath, TreeFile>;
  readonly known: KnownFiles;
  readonly nested: NestedRepositories;
  /** Files that are being changed by us, or whose change waits. */
  readonly isOurs: (path: StoragePath) => boolean;
  /** Is this what the last commit holds, or what git made of it? */
  readonly isCommitted: (path: StoragePath, bytes: Uint8Array | null, lenient: boolean) => boolean;
}

/** Memory files; what else lies in the directory is the user's own affair. */
export function isKept(path: StoragePath): boolean {
  return path.endsWith('.md');
}

export async function listAll(storage: Storage): Promise<StoredFileInfo[]> {
  if (isScannable(storage)) return await storage.listAll();
  const files: StoredFileInfo[] = [];
  for await (const file of storage.list()) files.push(file);
  return files;
}

/** What differs from the last commit and was not made by us, given what the directory holds. */
export async function outsideChanges(
  search: OutsideSearch,
  files: readonly StoredFileInfo[],
): Promise<OutsideChange[]> {
  const changes: OutsideChange[] = [];
  const present = new Set<StoragePath>();
  for (const file of files) {
    present.add(file.path);
    if (!isKept(file.path) || search.isOurs(file.path)) continue;
    const change = await lookAt(search, file);
    if (change) changes.push(change);
  }
  const missing = [...search.tree].filter(([path, { mode }]) => {
    return mode.startsWith('100') && isKept(path) && !present.has(path) && isGone(search, path);
  });
  const removed = await withoutSparse(
    search.repository,
    missing.map(([path]) => path),
  );
  return [
    ...changes,
    ...removed.map((path) => ({ path, bytes: null, action: 'removed' as OutsideAction })),
  ];
}

async function lookAt(
  search: OutsideSearch,
  { path, version }: StoredFileInfo,
): Promise<OutsideChange | undefined> {
  const { tree, known, storage, nested } = search;
  const id = tree.get(path)?.id;
  if (id !== undefined && known.idOf(path, version) === id) return undefined;
  if (nested.folderOf(path) !== undefined) return undefined;
  const file = await readIfPossible(storage, path);
  if (file === undefined) return undefined;
  if (search.isCommitted(path, file.bytes, true)) {
    if (id !== undefined) known.set(path, file.version, id);
    return undefined;
  }
  return { path, bytes: file.bytes, action: id === undefined ? 'added' : 'changed' };
}

/** A file that is too large or that nobody may read must not stop the others. */
async function readIfPossible(storage: Storage, path: StoragePath) {
  try {
    return await storage.read(path);
  } catch {
    return undefined;
  }
}

/** Really gone: not a link, a folder or something unreadable in its place. */
function isGone({ isOurs, nested, root }: OutsideSearch, path: StoragePath): boolean {
  if (isOurs(path) || nested.folderOf(path) !== undefined) return false;
  try {
    return lstatSync(`${root}/${path}`, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** In a sparse checkout files are missing on purpose. */
export async function withoutSparse(
  repository: Repository,
  paths: readonly StoragePath[],
): Promise<readonly StoragePath[]> {
  if (!hasIndex(repository) || paths.length === 0) return paths;
  const where = repository.prefix || '.';
  const { stdout } = await gitIn(repository, ['ls-files', '-t', '-z', '--', where]);
  const sparse = new Set<string>();
  for (const line of stdout.toString('utf8').split('\0')) {
    if (line.startsWith('S ')) sparse.add(line.slice(2));
  }
  return paths.filter((path) => !sparse.has(treePath(repository, path)));
}

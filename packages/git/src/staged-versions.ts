import { type StoragePath, storagePath } from '@mem/core';
import { blobId, blobIdWithoutCr } from './blob-id.js';
import type { CommittedTree } from './committed-tree.js';
import type { TreeFile } from './head.js';
import { readBlobs } from './history/read-blobs.js';
import type { OutsideChange } from './plan-commits.js';
import { gitIn, hasIndex, type Repository } from './repository.js';
import type { WaitingChange } from './waiting-change.js';

/** What the index holds of memory files, where the last commit holds something else. */
export type StagedVersions = ReadonlyMap<StoragePath, TreeFile>;

/** Known to git without being there. */
const emptyTree = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

/** @throws GitError */
export async function stagedVersions(
  repository: Repository,
  commit: string | undefined,
): Promise<StagedVersions> {
  const staged = new Map<StoragePath, TreeFile>();
  if (!hasIndex(repository)) return staged;
  const { prefix, objectFormat } = repository;
  const from = commit ?? emptyTree[objectFormat];
  const options = ['--cached', '--raw', '-z', '--no-renames', '--no-abbrev'];
  const args = ['diff-index', ...options, from, '--', prefix || '.'];
  const { stdout } = await gitIn(repository, args, { maxOutput: 1024 * 1024 * 1024 });
  const parts = stdout.toString('utf8').split('\0');
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = '', , id = '', status] = (parts[at] ?? '').split(' ');
    const path = pathIn(prefix, parts[at + 1] ?? '');
    // What was taken out of the index has no contents that could be lost.
    if (path === undefined || !mode.startsWith('100') || (status !== 'A' && status !== 'M')) {
      continue;
    }
    staged.set(path, { mode, id });
  }
  return staged;
}

function pathIn(prefix: string, place: string): StoragePath | undefined {
  if (!place.startsWith(prefix)) return undefined;
  try {
    return storagePath(place.slice(prefix.length));
  } catch {
    return undefined;
  }
}

/**
 * Of the files that get commits, the staged versions that none of these would hold: the index is
 * told of the commits, and with that nothing else knows these versions any more.
 *
 * @param contents what is committed of each file anyway
 */
export async function unsavedVersions(
  { repository, files }: CommittedTree,
  staged: StagedVersions,
  contents: ReadonlyMap<StoragePath, readonly Uint8Array[]>,
): Promise<OutsideChange[]> {
  const unsaved = [...staged].filter(([path, { id }]) => {
    const known = contents.get(path);
    return known !== undefined && !known.some((bytes) => isOf(repository, bytes, id));
  });
  const blobs = await readBlobs(
    repository,
    unsaved.map(([, { id }]) => id),
  );
  return unsaved.flatMap(([path, { id }]): OutsideChange[] => {
    const bytes = blobs.get(id);
    return bytes ? [{ path, bytes, action: files.has(path) ? 'changed' : 'added' }] : [];
  });
}

function isOf({ objectFormat }: Repository, bytes: Uint8Array, id: string): boolean {
  return blobId(objectFormat, bytes) === id || blobIdWithoutCr(objectFormat, bytes) === id;
}

/** Of each file that may get commits, what these hold. */
export function contentsOf(
  others: readonly OutsideChange[],
  waiting: readonly WaitingChange[],
): Map<StoragePath, Uint8Array[]> {
  const contents = new Map<StoragePath, Uint8Array[]>();
  const add = (path: StoragePath, ...versions: readonly (Uint8Array | null | undefined)[]) => {
    const known = contents.get(path) ?? [];
    contents.set(path, known);
    for (const bytes of versions) if (bytes) known.push(bytes);
  };
  for (const { path, bytes } of others) add(path, bytes);
  for (const { path, before, after } of waiting.flatMap(({ steps }) => steps)) {
    add(path, before, after);
  }
  return contents;
}

import type { Storage, StoragePath } from '@mem/core';
import { blobId } from '../blob-id.js';
import { isKept, listAll, withoutSparse } from '../outside-changes.js';
import type { Repository } from '../repository.js';
import { treePath } from '../repository.js';
import type { CommitFile } from './commit-record.js';
import { diffEntry, type EntryDiff } from './entry-diff.js';
import { readBlobs } from './read-blobs.js';
import { joinRenames } from './renames.js';
import { damagedHistory } from './revision.js';
import { changesBetween, readMemoryTree } from './trees.js';

export interface DiffScope {
  /** Only this entry. */
  readonly path?: StoragePath | undefined;
  /** What files are called at the end, by the names they had before. */
  readonly names?: ReadonlyMap<StoragePath, StoragePath>;
}

/** What differs between two commits (full ids); from `undefined`: everything is new. */
export async function diffCommits(
  repository: Repository,
  from: string | undefined,
  to: string,
  { path, names = new Map() }: DiffScope = {},
): Promise<EntryDiff[]> {
  const changes = joinRenames(await changesBetween(repository, from, to), names);
  const files = changes.filter(isAbout(path));
  const nameIn = (commit: string | undefined, file: StoragePath) =>
    commit === undefined ? '' : `${commit}:${treePath(repository, file)}`;
  const wanted = files.flatMap((file) => [
    nameIn(from, file.from ?? file.path),
    nameIn(to, file.path),
  ]);
  const blobs = await readBlobs(
    repository,
    wanted.filter((name) => name !== ''),
  );
  return files.map((file, at) =>
    diffEntry(
      file,
      file.action === 'added' ? null : keptBytes(blobs, wanted[2 * at] ?? '', file.path),
      file.action === 'removed' ? null : keptBytes(blobs, wanted[2 * at + 1] ?? '', file.path),
    ),
  );
}

/** Contents that a commit names are there, or the file would look new. */
function keptBytes(blobs: ReadonlyMap<string, Uint8Array>, name: string, path: StoragePath) {
  const bytes = blobs.get(name);
  if (bytes === undefined) throw damagedHistory(`contents of ${path}`);
  return bytes;
}

/** What differs between a commit and what the directory holds now. */
export async function diffDirectory(
  repository: Repository,
  storage: Storage,
  from: string | undefined,
  { path, names = new Map() }: DiffScope = {},
): Promise<EntryDiff[]> {
  const tree = await readMemoryTree(repository, from);
  const present = await readChanged(repository, storage, tree);
  const missing = [...tree.keys()].filter((old) => !present.seen.has(old));
  const gone = await withoutSparse(repository, missing);
  const wanted = [...present.changed.keys(), ...gone].map((file) => tree.get(file)?.id ?? '');
  const blobs = await readBlobs(
    repository,
    wanted.filter((id) => id !== ''),
  );
  const before = (file: StoragePath) => {
    const id = tree.get(file)?.id;
    return id === undefined ? null : keptBytes(blobs, id, file);
  };
  const files: CommitFile[] = [
    ...[...present.changed.keys()].map(
      (file): CommitFile => ({ path: file, action: tree.has(file) ? 'changed' : 'added' }),
    ),
    ...gone.map((file): CommitFile => ({ path: file, action: 'removed' })),
  ];
  return joinRenames(files, names)
    .filter(isAbout(path))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .map((file) =>
      diffEntry(file, before(file.from ?? file.path), present.changed.get(file.path) ?? null),
    );
}

async function readChanged(
  { objectFormat }: Repository,
  storage: Storage,
  tree: Awaited<ReturnType<typeof readMemoryTree>>,
): Promise<{ seen: Set<StoragePath>; changed: Map<StoragePath, Uint8Array> }> {
  const seen = new Set<StoragePath>();
  const changed = new Map<StoragePath, Uint8Array>();
  for (const { path } of await listAll(storage)) {
    if (!isKept(path)) continue;
    const file = await storage.read(path);
    if (file === undefined) continue;
    seen.add(path);
    if (tree.get(path)?.id !== blobId(objectFormat, file.bytes)) changed.set(path, file.bytes);
  }
  return { seen, changed };
}

function isAbout(path: StoragePath | undefined): (file: CommitFile) => boolean {
  return (file) => path === undefined || file.path === path || file.from === path;
}

import {
  indexPath,
  isRecoverable,
  MemoryError,
  type RecordedFile,
  type Storage,
  type StoragePath,
} from '@mem/core';
import { takeBackLines } from '@mem/core/internal';
import { followIndex } from '../merge/follow-index.js';
import { mergeFile } from '../merge/merge-file.js';
import { type Repository, treePath } from '../repository.js';
import { sameBytes } from '../same-bytes.js';
import type { ChangeToUndo } from './change-to-undo.js';
import { readBlobs } from './read-blobs.js';
import { refuseShared } from './refuse-shared.js';
import { entryChange, type FileRevision, isRealChange, revisionOf } from './write-change.js';

/** What the files shall hold when a change is taken back. */
export interface ReversedChange {
  /** Entries that hold something else now. */
  readonly files: readonly FileRevision[];
  /** Absent when the change left the index alone, or nothing of that is left. */
  readonly index?: ReversedIndex;
}

export interface ReversedIndex {
  readonly before: Uint8Array | null;
  /** As the change left it. */
  readonly left: Uint8Array | null;
  /** The index without the change; null for none. */
  readonly to: Uint8Array | null;
}

interface Versions {
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/**
 * @throws MemoryError CONFLICT when later changes or those of others are in the way, REFUSED when
 *   no copy is left
 */
export async function reversedChange(
  repository: Repository,
  storage: Storage,
  change: ChangeToUndo,
): Promise<ReversedChange> {
  const versions = await committedVersions(repository, change);
  const files: FileRevision[] = [];
  for (const [path, { before, after }] of versions) {
    if (path === indexPath) continue;
    files.push(await reversedFile(storage, path, { before, after }, change));
  }
  const kept = await keptFiles(storage, change);
  for (const file of kept) {
    if (file.path !== indexPath) files.push(await reversedCopy(storage, file));
  }
  const real = files.filter(isRealChange);
  const { commit, made } = change;
  if (commit) await refuseShared(repository, commit, made.message, real);
  const index = await reversedIndex(storage, indexVersions(versions, kept, files, change));
  return { files: real, ...(index ? { index } : {}) };
}

async function committedVersions(
  repository: Repository,
  { made, commit }: ChangeToUndo,
): Promise<Map<StoragePath, Versions>> {
  if (commit === undefined) return new Map();
  const [parent] = commit.parents;
  const name = (id: string | undefined, path: StoragePath) =>
    id === undefined ? '' : `${id}:${treePath(repository, path)}`;
  const names = made.paths.flatMap((path) => [name(parent, path), name(commit.id, path)]);
  const blobs = await readBlobs(repository, names.filter(Boolean));
  return new Map(
    made.paths.map((path) => [
      path,
      {
        before: blobs.get(name(parent, path)) ?? null,
        after: blobs.get(name(commit.id, path)) ?? null,
      },
    ]),
  );
}

/** The place where both the change and what came later have been merges as lines and fields do. */
async function reversedFile(
  storage: Storage,
  path: StoragePath,
  { before, after }: Versions,
  { made }: ChangeToUndo,
): Promise<FileRevision> {
  const file = await revisionOf(storage, path, before);
  const isAsLeft = !isRealChange({ ...file, before: after });
  if (isAsLeft || !isRealChange(file)) return file;
  if (before === null || after === null || file.now === null) throw inTheWay(made.message, path);
  const merged = mergeFile(path, after, file.now, before);
  if (merged.conflicts.length > 0) throw inTheWay(made.message, path);
  return { ...file, before: merged.bytes };
}

/** What is in no commit is in the copies that the storage keeps beside the memories. */
async function keptFiles(storage: Storage, { made }: ChangeToUndo): Promise<RecordedFile[]> {
  if (made.uncommitted.length === 0) return [];
  const files = await recordedFiles(storage, made.change);
  return made.uncommitted.map((path) => {
    const file = files.find((kept) => kept.path === path);
    if (file && (file.before !== undefined || path === indexPath)) return file;
    throw new MemoryError(
      'REFUSED',
      `“${made.message}” cannot be undone: ${path} is in no commit, as the repository ignores it, and no copy of what it was is left. Nothing was written.`,
      { path },
    );
  });
}

async function recordedFiles(
  storage: Storage,
  id: string | undefined,
): Promise<readonly RecordedFile[]> {
  if (id === undefined || !isRecoverable(storage)) return [];
  for await (const change of storage.changes()) if (change.id === id) return change.files;
  return [];
}

/** Only one that is as the change left it: what it was then is not known otherwise. */
async function reversedCopy(
  storage: Storage,
  { path, before = null, after }: RecordedFile,
): Promise<FileRevision> {
  const file = await revisionOf(storage, path, before);
  // Bringing back what is gone loses nothing; over another text the write is refused.
  return file.now === null ? file : { ...file, after };
}

function indexVersions(
  versions: ReadonlyMap<StoragePath, Versions>,
  kept: readonly RecordedFile[],
  files: readonly FileRevision[],
  { isShared }: ChangeToUndo,
): Versions | undefined {
  const committed = versions.get(indexPath);
  if (committed) return isShared ? withoutOthers(committed, files) : committed;
  const copy = kept.find(({ path }) => path === indexPath);
  if (copy?.before === undefined || copy.left === undefined) return undefined;
  return { before: copy.before, after: copy.left };
}

/** Of an index that holds several changes, what it was without this one. */
function withoutOthers({ after }: Versions, files: readonly FileRevision[]): Versions {
  const text = textOf(after);
  const before = followIndex(text, files.map(entryChange));
  return { before: before === text ? after : bytesOf(before), after };
}

async function reversedIndex(
  storage: Storage,
  versions: Versions | undefined,
): Promise<ReversedIndex | undefined> {
  if (versions === undefined || sameBytes(versions.before, versions.after)) return undefined;
  const { before, after: left } = versions;
  const now = (await storage.read(indexPath))?.bytes ?? null;
  if (sameBytes(now, left)) return { before, left, to: before };
  const text = textOf(now);
  const taken = takeBackLines(textOf(before), textOf(left), text).text;
  return taken === text ? undefined : { before, left, to: bytesOf(taken) };
}

export function inTheWay(message: string, path: StoragePath): MemoryError {
  return new MemoryError(
    'CONFLICT',
    `“${message}” cannot be undone: ${path} was changed since, in the same place. Nothing was written; edit it by hand, or restore it from its log.`,
    { path },
  );
}

function textOf(bytes: Uint8Array | null): string {
  return bytes ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : '';
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

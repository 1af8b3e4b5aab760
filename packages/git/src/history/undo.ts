import {
  indexPath,
  isMemoryError,
  MemoryError,
  NotFoundError,
  type Storage,
  type StoragePath,
} from '@mem/core';
import { mergeFile } from '../merge/merge-file.js';
import { gitIn, type Repository, treePath } from '../repository.js';
import { type CommitRecord, trailerOf } from './commit-record.js';
import { readLog } from './log.js';
import { readBlobs } from './read-blobs.js';
import { changesBetween } from './trees.js';
import {
  type FileRevision,
  isRealChange,
  revisionOf,
  type WrittenChange,
  writeChange,
} from './write-change.js';

export interface UndoneChange extends WrittenChange {
  readonly undone: CommitRecord;
}

/** How far back it looks for a change that was not taken back yet. */
const reach = 10_000;
const pageSize = 50;

/**
 * Takes the newest change back that was not taken back yet, as a new change. What was done since
 * to other entries, and to other fields and lines of the same ones, stays.
 *
 * @throws MemoryError CONFLICT when later changes stand in the way: nothing was written then
 */
export async function undoLast(repository: Repository, storage: Storage): Promise<UndoneChange> {
  const { commit, files } = await changeToUndo(repository, storage);
  try {
    const written = await writeChange(storage, files, {
      message: `undo: ${commit.subject}`,
      undoes: commit.id,
    });
    return { ...written, undone: commit };
  } catch (error) {
    if (!isMemoryError(error) || error.code !== 'CONFLICT' || error.path === undefined) throw error;
    throw inTheWay(commit, error.path);
  }
}

/**
 * Changes of which nothing is left to take back are passed over: those that were undone before
 * either could be committed, and those whose effect somebody has removed since.
 */
async function changeToUndo(
  repository: Repository,
  storage: Storage,
): Promise<{ commit: CommitRecord; files: FileRevision[] }> {
  const passedOver = new Set<string>();
  for (;;) {
    const commit = await commitToUndo(repository, passedOver);
    await refuseCutOff(repository, commit);
    const files = await reversed(repository, storage, commit);
    if (files.length > 0) return { commit, files };
    passedOver.add(commit.id);
  }
}

/** The oldest commit of a shallow clone looks as if it had made everything that was there before. */
async function refuseCutOff(repository: Repository, commit: CommitRecord): Promise<void> {
  if (commit.parents.length > 0) return;
  const answer = await gitIn(repository, ['rev-parse', '--is-shallow-repository']);
  if (answer.stdout.toString().trim() !== 'true') return;
  throw new MemoryError(
    'REFUSED',
    `"${commit.subject}" cannot be undone: this clone is shallow, so what was there before is not known. Nothing was written; run "git fetch --unshallow" first.`,
  );
}

/** Not what somebody did by hand, what others' machines brought, or what was only taken back. */
async function commitToUndo(
  repository: Repository,
  passedOver: ReadonlySet<string>,
): Promise<CommitRecord> {
  const undone = new Set<string>(passedOver);
  for (let limit = pageSize; ; limit *= 10) {
    const commits = await readLog(repository, { limit: Math.min(limit, reach), firstParent: true });
    for (const { trailers } of commits) {
      for (const { key, value } of trailers) if (key === 'Memory-Undoes') undone.add(value);
    }
    const found = commits.find(
      (commit) => (isUndoable(commit) || isResolve(commit)) && !undone.has(commit.id),
    );
    if (found && isResolve(found)) throw resolvedLast(found);
    if (found) return found;
    if (commits.length < limit || limit >= reach) break;
  }
  throw new NotFoundError('There is no change left in the history to undo.');
}

function isUndoable(commit: CommitRecord): boolean {
  return (
    commit.parents.length <= 1 &&
    commit.files.length > 0 &&
    trailerOf(commit, 'Memory-Undoes') === undefined &&
    !isResolve(commit) &&
    !/^(?:Changed outside of @mem: |Begin the history of )/.test(commit.subject)
  );
}

function isResolve(commit: CommitRecord): boolean {
  return trailerOf(commit, 'Memory-Resolves') !== undefined;
}

/** An older change is not what somebody means who undoes right after settling a conflict. */
function resolvedLast({ subject }: CommitRecord): MemoryError {
  return new MemoryError(
    'REFUSED',
    `The last change settled a conflict ("${subject}"), and that is not undone as one. Nothing was written; "mem log" lists the versions, and "mem restore NAME --at REVISION" brings one back.`,
  );
}

async function reversed(
  repository: Repository,
  storage: Storage,
  commit: CommitRecord,
): Promise<FileRevision[]> {
  const parent = commit.parents[0];
  const changes = await changesBetween(repository, parent, commit.id);
  const paths = [...new Set(changes.flatMap(({ path, from }) => (from ? [path, from] : [path])))];
  const name = (id: string | undefined, path: StoragePath) =>
    id === undefined ? '' : `${id}:${treePath(repository, path)}`;
  const blobs = await readBlobs(
    repository,
    paths.flatMap((path) => [name(parent, path), name(commit.id, path)]).filter((text) => text),
  );
  const files: FileRevision[] = [];
  for (const path of paths) {
    const before = blobs.get(name(parent, path)) ?? null;
    const after = blobs.get(name(commit.id, path)) ?? null;
    const file = await reversedFile(storage, path, before, after, commit);
    if (file && isRealChange(file)) files.push(file);
  }
  return files;
}

/** Undefined for an index that others have changed since: it follows the entries instead. */
async function reversedFile(
  storage: Storage,
  path: StoragePath,
  before: Uint8Array | null,
  after: Uint8Array | null,
  commit: CommitRecord,
): Promise<FileRevision | undefined> {
  const file = await revisionOf(storage, path, before);
  const isAsLeft = !isRealChange({ ...file, before: after });
  if (isAsLeft || !isRealChange(file)) return file;
  if (path === indexPath) return undefined;
  if (before === null || after === null || file.now === null) throw inTheWay(commit, path);
  const merged = mergeFile(path, after, file.now, before);
  if (merged.conflicts.length > 0) throw inTheWay(commit, path);
  return { ...file, before: merged.bytes };
}

function inTheWay(commit: CommitRecord, path: StoragePath): MemoryError {
  return new MemoryError(
    'CONFLICT',
    `"${commit.subject}" cannot be undone: ${path} was changed since, in the same place. Nothing was written; edit it by hand, or restore it from its log.`,
    { path },
  );
}

import {
  indexPath,
  type RecordedChange,
  type Storage,
  type StoragePath,
  type Version,
} from '@mem/core';
import { createDirectoryView, restoreFiles, undoIndex } from '@mem/core/internal';
import type { GitCheckpointResult } from '../with-git.js';
import type { ChangeToUndo } from './change-to-undo.js';
import type { ReversedChange } from './reversed-change.js';
import type { WrittenChange } from './write-change.js';

/**
 * Writes the files, all or none, lets the index follow, line by line where it was edited since, and
 * records it as one change like any other.
 *
 * @returns undefined when nothing had to be changed
 * @throws ConflictError when somebody else changes one of the files at the same time
 */
export async function writeUndo(
  storage: Storage,
  { made, commit }: ChangeToUndo,
  reversed: ReversedChange,
): Promise<WrittenChange | undefined> {
  const files = await restoreFiles(storage, reversed.files);
  const world = { storage, view: createDirectoryView(storage) };
  const index = await undoIndex(world, await recordedChange(storage, made.message, reversed));
  const changed = index.changed ? [...files, indexPath] : [...files];
  const warnings = index.warnings.map(({ message }) => message);
  if (changed.length === 0) return undefined;
  const undoes = made.change ?? commit?.id;
  const result: GitCheckpointResult | undefined = await storage.checkpoint?.({
    message: `undo: ${made.message}`,
    paths: changed,
    ...(undoes === undefined ? {} : { undoes }),
    ...(index.left ? { left: new Map([[indexPath, index.left]]) } : {}),
  });
  warnings.push(...(result?.warnings ?? []).map(({ message }) => message));
  return { changed, warnings, ...(result?.commit ? { commit: result.commit } : {}) };
}

/** The change in the words of the store, whose index it is. */
async function recordedChange(
  storage: Storage,
  message: string,
  { files, index }: ReversedChange,
): Promise<RecordedChange> {
  const entries = files.map(({ path, before, now }) => ({
    path,
    before,
    // Only whether the change left a file counts here.
    after: now === null ? null : ('there' as Version),
  }));
  const own = index ? [await recordedIndex(storage, index)] : [];
  return { id: '', message, at: 0, files: [...entries, ...own] };
}

async function recordedIndex(
  storage: Storage,
  { before, left }: NonNullable<ReversedChange['index']>,
): Promise<RecordedChange['files'][number]> {
  const file = await storage.read(indexPath);
  const isAsLeft = file && left && Buffer.compare(file.bytes, left) === 0;
  const path: StoragePath = indexPath;
  return { path, before, after: isAsLeft ? file.version : null, ...(left ? { left } : {}) };
}

import { isMemoryError, MemoryError } from '../errors.js';
import type { UndoResult } from '../memory-store.js';
import { isRecoverable, type RecordedChange, type RecordedFile, type Storage } from '../storage.js';
import { indexPath } from '../storage-path.js';
import { recordChange } from './complete-change.js';
import { typeLookup } from './directory-view.js';
import { type IndexEdit, readIndex } from './index-text.js';
import { type FileToRestore, restoreFile, restoreFiles } from './restore-files.js';
import { settleIndex } from './settle-index.js';
import type { StoreWorld } from './store-world.js';

/**
 * Takes the newest change back that was not taken back yet. All or nothing: a file that was
 * changed since is not overwritten, the undo is refused then.
 */
export async function undoChange(world: StoreWorld): Promise<UndoResult> {
  const change = await changeToUndo(world.storage);
  const files = change.files.filter((file) => file.path !== indexPath);
  await restore(world.storage, requireCopies(change, files));
  const index = await restoreIndex(world, change);
  const paths = files.map((file) => file.path);
  const message = `undo: ${change.message}`;
  const recorded = await recordChange(world, message, paths, index, change.id);
  return { undone: change.message, changed: recorded.changed, warnings: recorded.warnings };
}

async function changeToUndo(storage: Storage): Promise<RecordedChange> {
  if (!isRecoverable(storage)) {
    throw new MemoryError(
      'REFUSED',
      'This storage keeps no old contents, so nothing can be undone.',
    );
  }
  const undone = new Set<string>();
  for await (const change of storage.changes()) {
    if (change.undoes !== undefined) undone.add(change.undoes);
    else if (!undone.has(change.id)) return change;
  }
  throw new MemoryError('NOT_FOUND', 'There is no recorded change left to undo.');
}

function requireCopies(
  change: RecordedChange,
  files: readonly RecordedFile[],
): readonly FileToRestore[] {
  return files.map(({ path, before, after }) => {
    if (before !== undefined) return { path, before, after };
    throw new MemoryError(
      'REFUSED',
      `"${change.message}" cannot be undone: no copy of ${path} from before it is left. Nothing was changed.`,
      { path },
    );
  });
}

async function restore(storage: Storage, files: readonly FileToRestore[]): Promise<void> {
  try {
    await restoreFiles(storage, files);
  } catch (error) {
    if (!isMemoryError(error) || error.code !== 'CONFLICT') throw error;
    throw new MemoryError(
      'CONFLICT',
      `${error.path} was changed after the change that is to be undone. Nothing was changed; edit it by hand, or take the later change back first.`,
      { ...(error.path === undefined ? {} : { path: error.path }), cause: error },
    );
  }
}

/** Byte for byte where the index is still as the change left it, else line by line. */
async function restoreIndex(world: StoreWorld, change: RecordedChange): Promise<IndexEdit> {
  const recorded = change.files.find((file) => file.path === indexPath);
  if (recorded && recorded.before !== undefined) {
    try {
      const { path, before, after } = recorded;
      await restoreFile(world.storage, { path, before, after });
      const { text } = await readIndex(world.storage);
      return { changed: true, text, warnings: [] };
    } catch (error) {
      if (!isMemoryError(error)) throw error;
    }
  }
  const paths = change.files.map((file) => file.path).filter((path) => path !== indexPath);
  return settleIndex(world.storage, paths, typeLookup(await world.view.look()));
}

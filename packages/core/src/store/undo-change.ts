import { isMemoryError, MemoryError } from '../errors.js';
import type { UndoResult } from '../memory-store.js';
import {
  isRecoverable,
  type RecordedChange,
  type RecordedFile,
  type Storage,
  type StoragePath,
  type Version,
} from '../storage.js';
import { indexPath } from '../storage-path.js';
import { recordChange } from './complete-change.js';
import { typeLookup } from './directory-view.js';
import { type IndexEdit, readIndex } from './index-text.js';
import { settleIndex } from './settle-index.js';
import type { StoreWorld } from './store-world.js';

/**
 * Takes the newest change back that was not taken back yet. All or nothing: a file that was
 * changed since is not overwritten, the undo is refused then.
 */
export async function undoChange(world: StoreWorld): Promise<UndoResult> {
  const change = await changeToUndo(world.storage);
  const files = change.files.filter((file) => file.path !== indexPath);
  requireCopies(change);
  await restoreFiles(world.storage, files);
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

function requireCopies(change: RecordedChange): void {
  const lost = change.files.find((file) => file.before === undefined && file.path !== indexPath);
  if (!lost) return;
  throw new MemoryError(
    'REFUSED',
    `"${change.message}" cannot be undone: no copy of ${lost.path} from before it is left. Nothing was changed.`,
    { path: lost.path },
  );
}

interface Restored {
  readonly file: RecordedFile;
  readonly version: Version | null;
  /** What stood there before the undo. */
  readonly replaced: Uint8Array | undefined;
}

async function restoreFiles(storage: Storage, files: readonly RecordedFile[]): Promise<void> {
  const done: Restored[] = [];
  try {
    // Contents come back before others go: a crash in between leaves a copy, never a loss.
    for (const file of [...files].sort(
      (a, b) => Number(a.before === null) - Number(b.before === null),
    )) {
      done.push(await restoreFile(storage, file));
    }
  } catch (error) {
    for (const { file, version, replaced } of done.reverse()) {
      await putBack(storage, file.path, version, replaced);
    }
    if (!isMemoryError(error) || error.code !== 'CONFLICT') throw error;
    throw new MemoryError(
      'CONFLICT',
      `${error.path} was changed after the change that is to be undone. Nothing was changed; edit it by hand, or take the later change back first.`,
      { ...(error.path === undefined ? {} : { path: error.path }), cause: error },
    );
  }
}

async function restoreFile(storage: Storage, file: RecordedFile): Promise<Restored> {
  const replaced = (await storage.read(file.path))?.bytes;
  if (file.before === null) {
    if (file.after !== null) await storage.remove(file.path, { expect: file.after });
    return { file, version: null, replaced };
  }
  const before = file.before as Uint8Array;
  const written = await storage.write(file.path, before, { expect: file.after });
  return { file, version: written.version, replaced };
}

async function putBack(
  storage: Storage,
  path: StoragePath,
  version: Version | null,
  bytes: Uint8Array | undefined,
): Promise<void> {
  if (bytes) await storage.write(path, bytes, { expect: version });
  else if (version !== null) await storage.remove(path, { expect: version });
}

/** Byte for byte where the index is still as the change left it, else line by line. */
async function restoreIndex(world: StoreWorld, change: RecordedChange): Promise<IndexEdit> {
  const recorded = change.files.find((file) => file.path === indexPath);
  if (recorded && recorded.before !== undefined) {
    try {
      await restoreFile(world.storage, recorded);
      const { text } = await readIndex(world.storage);
      return { changed: true, text, warnings: [] };
    } catch (error) {
      if (!isMemoryError(error)) throw error;
    }
  }
  const paths = change.files.map((file) => file.path).filter((path) => path !== indexPath);
  return settleIndex(world.storage, paths, typeLookup(await world.view.look()));
}

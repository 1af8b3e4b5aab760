import { isMemoryError, MemoryError } from '../errors.js';
import type { UndoOptions, UndoResult } from '../memory-store.js';
import type { Problem } from '../problem.js';
import {
  isRecoverable,
  type RecordedChange,
  type RecordedFile,
  type Recoverable,
  type Storage,
  type StoragePath,
} from '../storage.js';
import { indexPath } from '../storage-path.js';
import { recordChange } from './complete-change.js';
import { beginChange, type Intent } from './journal.js';
import { type FileToRestore, NotPutBackError, restoreFiles } from './restore-files.js';
import type { StoreWorld } from './store-world.js';
import { undoIndex } from './undo-index.js';

/**
 * Takes the newest change back that was not taken back yet. A file that was changed since is not
 * overwritten: the undo is refused then. So it is where no copy or nothing of the change is left:
 * who wants to take that one back does not mean the one before it, unless they say so.
 */
export async function undoChange(
  world: StoreWorld,
  { passOver = false }: UndoOptions = {},
): Promise<UndoResult> {
  const { storage } = world;
  if (!isRecoverable(storage)) {
    throw new MemoryError(
      'REFUSED',
      'This storage keeps no old contents, so nothing can be undone.',
    );
  }
  const passedOver: Problem[] = [];
  for await (const change of changesToUndo(storage)) {
    const lost = change.files.find((file) => isLost(file, change));
    const result = lost ? undefined : await takeBack(world, change);
    if (result) return { ...result, warnings: [...passedOver, ...result.warnings] };
    const problem = lost ? noCopy(change, lost.path) : nothingLeft(change);
    if (!passOver) throw notMeant(problem);
    passedOver.push(problem);
  }
  const [first] = passedOver;
  if (first === undefined) {
    throw new MemoryError('NOT_FOUND', 'There is no recorded change left to undo.');
  }
  throw new MemoryError('REFUSED', `${first.message} Nothing else is left to undo.`, {
    path: first.path as StoragePath,
  });
}

function notMeant({ message, path }: Problem): MemoryError {
  return new MemoryError(
    'REFUSED',
    `${message} Nothing was changed. \`mem undo --pass-over\` takes back the change before it.`,
    { path: path as StoragePath },
  );
}

async function* changesToUndo(storage: Recoverable): AsyncIterable<RecordedChange> {
  const undone = new Set<string>();
  for await (const change of storage.changes()) {
    if (change.undoes !== undefined) undone.add(change.undoes);
    else if (!undone.has(change.id)) yield change;
  }
}

/** The index can follow the files, unless it is all that was changed. */
function isLost({ path, before }: RecordedFile, { files }: RecordedChange): boolean {
  return before === undefined && (path !== indexPath || files.length === 1);
}

function noCopy({ message }: RecordedChange, path: StoragePath): Problem {
  return {
    kind: 'storage-warning',
    path,
    message: `“${message}” cannot be undone: no copy of ${path} from before it is left.`,
  };
}

function nothingLeft({ message, files }: RecordedChange): Problem {
  return {
    kind: 'storage-warning',
    path: files[0]?.path ?? indexPath,
    message: `Of “${message}” nothing was left to take back.`,
  };
}

/** Undefined when nothing of the change was left. */
async function takeBack(
  world: StoreWorld,
  change: RecordedChange,
): Promise<UndoResult | undefined> {
  const files = change.files.filter((file) => file.path !== indexPath);
  const endChange = await beginChange(world.storage, intentOf(files), world.now());
  let paths: readonly StoragePath[];
  try {
    paths = await restore(world.storage, files, change);
  } catch (error) {
    // With the note, a later write lists what was brought back.
    if (!(error instanceof NotPutBackError)) await endChange();
    throw error;
  }
  const index = await undoIndex(world, change);
  if (!index.unfinished) await endChange();
  if (files.length === 0 && !index.changed && change.files[0]?.left === undefined) {
    throw indexInTheWay(change);
  }
  if (paths.length === 0 && !index.changed) {
    const [obstacle] = index.warnings;
    if (obstacle === undefined) return undefined;
    throw new MemoryError(
      'REFUSED',
      `“${change.message}” was not taken back. ${obstacle.message}`,
      {
        path: indexPath,
      },
    );
  }
  const recorded = await recordChange(world, `undo: ${change.message}`, paths, index, change.id);
  return { undone: change.message, changed: recorded.changed, warnings: recorded.warnings };
}

/** Whether each file is to be there again or to be gone again. */
function intentOf(files: readonly RecordedFile[]): Intent {
  return new Map(files.map(({ path, before }) => [path, before === null ? 'absent' : 'present']));
}

function indexInTheWay({ message }: RecordedChange): MemoryError {
  return new MemoryError(
    'CONFLICT',
    `MEMORY.md was changed after “${message}”, and no copy of what that change left is there, so the two cannot be told apart. Nothing was changed; a rebuild that took lines out keeps the index of before in .mem/backup.`,
    { path: indexPath },
  );
}

/** @returns the files that hold other bytes than before */
async function restore(
  storage: Storage,
  files: readonly RecordedFile[],
  change: RecordedChange,
): Promise<readonly StoragePath[]> {
  const wanted: FileToRestore[] = [];
  for (const file of files) wanted.push(...(await toRestore(storage, file)));
  try {
    return await restoreFiles(storage, wanted);
  } catch (error) {
    if (!isMemoryError(error) || error.code !== 'CONFLICT') throw error;
    const { path } = error;
    throw new MemoryError(
      'CONFLICT',
      `${path} was written anew after “${change.message}”, so taking that back would lose what it says now. Nothing was changed. To take it back all the same, move ${path} out of the directory and undo again.`,
      { ...(path === undefined ? {} : { path }), cause: error },
    );
  }
}

/** Where a file is gone by now, nothing can be lost by bringing it back, and no removal is left to do. */
async function toRestore(
  storage: Storage,
  { path, before, after }: RecordedFile,
): Promise<FileToRestore[]> {
  if (before === undefined) return [];
  const isGone = (await storage.read(path)) === undefined;
  if (!isGone) return [{ path, before, after }];
  return before === null ? [] : [{ path, before, after: null }];
}

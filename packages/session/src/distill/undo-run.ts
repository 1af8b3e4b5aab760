import { indexPath, MemoryError, type Problem, type Storage, type StoragePath } from '@mem/core';
import { fileStates } from './file-state.js';
import {
  lastRun,
  type RunFile,
  type RunRecord,
  readCopy,
  readRuns,
  writeRecord,
} from './run-record.js';
import { type KeptFile, type ReadBefore, takeBack } from './take-back.js';

export interface UndoRunOptions {
  /** Which run; the last one that was not taken back when omitted. */
  readonly run?: string | undefined;
}

export interface UndoRunResult {
  readonly run: string;
  /** When the run was, in milliseconds since 1970. */
  readonly at: number;
  /** Files that hold again what they held before, byte for byte. */
  readonly restored: readonly StoragePath[];
  /** Files that were not taken back: somebody changed them since. */
  readonly kept: readonly KeptFile[];
  readonly warnings: readonly Problem[];
}

/**
 * Takes a run back, also one that was cut off: every file that is still as the run left it holds
 * its old bytes again. A file that was changed since is left alone and named.
 *
 * @throws MemoryError NOT_FOUND when there is no such run, UNREADABLE_ENTRY when the record of the
 *   last one is damaged
 */
export async function undoRun(
  storage: Storage,
  options: UndoRunOptions = {},
): Promise<UndoRunResult> {
  const record = await runToUndo(storage, options.run);
  const read: ReadBefore = (path, hash) => readCopy(storage, record, path, hash);
  const { before, states } = record.index;
  const left = states.at(-1) ?? null;
  const index = {
    before: before === null ? null : ((await read(indexPath, before)) ?? null),
    left: left === null ? null : ((await read(indexPath, left)) ?? null),
    states,
  };
  const isIndexLost = before !== null && index.before === null;
  const files = await filesToTakeBack(storage, record);
  const result = await takeBack(storage, files, read, isIndexLost ? undefined : index);
  const recorded = await checkpoint(storage, result.restored, record);
  await writeRecord(storage, { ...record, state: 'undone', operations: [] });
  const { restored, kept } = result;
  const warnings = [...result.warnings, ...recorded];
  return { run: record.id, at: record.at, restored, kept, warnings };
}

/** Of an operation that was refused, only what could not be taken back at once. */
async function filesToTakeBack(
  storage: Storage,
  { files, refused }: RunRecord,
): Promise<readonly RunFile[]> {
  const states = await fileStates(storage, files);
  return states
    .filter(({ file, stands }) => stands === 'after' || !refused.includes(file.operation))
    .map(({ file }) => file);
}

async function runToUndo(storage: Storage, id: string | undefined): Promise<RunRecord> {
  const run =
    id === undefined
      ? await lastRun(storage)
      : (await readRuns(storage)).find((each) => each.id === id && each.state !== 'undone');
  if (run) return run;
  const what =
    id === undefined ? 'There is no distillation left' : `There is no run ${JSON.stringify(id)}`;
  throw new MemoryError('NOT_FOUND', `${what} that could be taken back.`);
}

async function checkpoint(
  storage: Storage,
  paths: readonly StoragePath[],
  { at }: RunRecord,
): Promise<readonly Problem[]> {
  if (paths.length === 0 || !storage.checkpoint) return [];
  const message = `undo: distillation of ${new Date(at).toISOString()}`;
  try {
    const { warnings } = await storage.checkpoint({ message, paths });
    return warnings.map((warning) => problemOf(warning.path, warning.message));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [problemOf(undefined, `The change is done but was not recorded: ${why}`)];
  }
}

function problemOf(path: StoragePath | undefined, message: string): Problem {
  return { kind: 'storage-warning', path: path ?? '.', message };
}

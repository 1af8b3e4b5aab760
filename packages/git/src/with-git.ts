import {
  type Change,
  type CheckpointResult,
  isRecoverable,
  type RemoveOptions,
  type RemoveResult,
  type Storage,
  type StoragePath,
  type StorageWarning,
  type WriteOptions,
  type WriteResult,
} from '@mem/core';
import { placeOf } from '@mem/fs-node/internal';
import { ChangeRecorder } from './change-recorder.js';
import type { HistoryMode } from './find-repository.js';
import type { GitProgram } from './git-program.js';
import type { NotCommitted } from './not-committed.js';
import { SparseCheckout } from './sparse-checkout.js';
import type { ChangeMaker } from './waiting-change.js';

export interface GitOptions extends ChangeMaker {
  /** The memory directory: the one that the storage is on. */
  readonly directory: string;
  /** Which repository keeps the history; `auto` when omitted. */
  readonly mode?: HistoryMode;
  readonly git?: GitProgram;
}

/** A checkpoint's answer; `commit` is missing when there was nothing new, or `notCommitted` says why. */
export interface GitCheckpointResult extends CheckpointResult {
  /** The change is made and waits; its line is among the warnings too. */
  readonly notCommitted?: NotCommitted;
}

export interface GitHistory {
  checkpoint(change: Change): Promise<GitCheckpointResult>;
  /** Commits what waits and what others did, without a change of one's own. */
  catchUp(): Promise<GitCheckpointResult>;
}

/**
 * The storage, with each of its checkpoints a commit that holds exactly the files of that change.
 * It keeps all other abilities of the storage. A change that cannot be committed now stays made
 * and is committed with a later one; the answer says why.
 */
export function withGit<S extends Storage>(
  storage: S,
  options: GitOptions,
): Omit<S, keyof GitHistory> & GitHistory {
  const recorder = new ChangeRecorder(storage, options);
  const sparse = new SparseCheckout(options.directory, options.git ?? {});
  const world: Wrapped = { storage, recorder, sparse };
  const own: Required<Pick<Storage, 'write' | 'remove' | 'checkpoint'>> & GitHistory = {
    write: (path, bytes, writeOptions) => write(world, path, bytes, writeOptions),
    remove: (path, removeOptions) => remove(world, path, removeOptions),
    checkpoint: (change) => checkpoint(storage, recorder, change),
    catchUp: async () => answer(await recorder.catchUp(), []),
  };
  if (isRecoverable(storage)) {
    const purge = async (path: StoragePath) => {
      await storage.purge(path);
      recorder.purge(path);
    };
    Object.assign(own, { purge });
  }
  const wrapped: unknown = new Proxy(storage, {
    has: (target, key) => key in own || key in target,
    get(target, key) {
      if (key in own) return Reflect.get(own, key);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return wrapped as Omit<S, keyof GitHistory> & GitHistory;
}

interface Wrapped {
  readonly storage: Storage;
  readonly recorder: ChangeRecorder;
  readonly sparse: SparseCheckout;
}

async function write(
  { storage, recorder, sparse }: Wrapped,
  path: StoragePath,
  given: Uint8Array,
  options: WriteOptions | undefined,
): Promise<WriteResult> {
  if (placeOf(path) !== 'open') return await storage.write(path, given, options);
  // The caller may change its array while this waits.
  const bytes = new Uint8Array(given);
  await sparse.bringBack(storage);
  return await recorder.step(
    path,
    bytes,
    () => storage.write(path, bytes, options),
    ({ outcome }) => outcome !== 'unchanged',
  );
}

async function remove(
  { storage, recorder, sparse }: Wrapped,
  path: StoragePath,
  options: RemoveOptions | undefined,
): Promise<RemoveResult> {
  if (placeOf(path) !== 'open') return await storage.remove(path, options);
  await sparse.bringBack(storage);
  return await recorder.step(
    path,
    null,
    () => storage.remove(path, options),
    ({ existed }) => existed,
  );
}

async function checkpoint(
  storage: Storage,
  recorder: ChangeRecorder,
  change: Change,
): Promise<GitCheckpointResult> {
  const kept = storage.checkpoint?.(change);
  const [inner, outcome] = await Promise.all([kept, recorder.complete(change, kept)]);
  return answer(outcome, inner?.warnings ?? []);
}

function answer(
  outcome: Awaited<ReturnType<ChangeRecorder['complete']>>,
  others: readonly StorageWarning[],
): GitCheckpointResult {
  const { notCommitted, warnings, commit } = outcome;
  return {
    warnings: [
      ...others,
      ...warnings,
      ...(notCommitted ? [{ message: notCommitted.message }] : []),
    ],
    ...(commit === undefined ? {} : { commit }),
    ...(notCommitted ? { notCommitted } : {}),
  };
}

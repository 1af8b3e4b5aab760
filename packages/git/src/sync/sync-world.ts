import { isMemoryError, MemoryError, type Storage, StorageError } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { errorCode, explain } from '@mem/fs-node/internal';
import { requireRepository } from '../history/require-repository.js';
import { Obstacle } from '../not-committed.js';
import { notCommittedBy } from '../obstacle-of.js';
import type { Repository } from '../repository.js';
import { SparseCheckout } from '../sparse-checkout.js';
import { type GitOptions, withGit } from '../with-git.js';
import { WorkFolder } from '../work-folder.js';

/** What a synchronisation works with. */
export interface SyncWorld {
  readonly repository: Repository;
  /** Without a history: what is written here is committed by whoever writes it. */
  readonly storage: Storage;
  readonly folder: WorkFolder;
  readonly options: SyncOptions;
}

export interface SyncOptions extends GitOptions {
  /** Name or address of the other repository; `origin` when omitted. */
  readonly remote?: string;
  /**
   * Its branch. When omitted, the one of the same name as the local one, or, of a repository with one
   * branch, the only one that the remote has.
   */
  readonly branch?: string;
  /** In milliseconds, for each call over the network; 60 s when omitted. */
  readonly timeout?: number;
}

/** Begins the history where the mode asks for one of its own and there is none yet. */
export async function openSyncWorld(options: SyncOptions): Promise<SyncWorld> {
  const storage = createDirectoryStorage(options.directory);
  await new SparseCheckout(options.directory, options.git ?? {}).bringBack(storage);
  await commitAll(storage, options);
  const repository = await requireRepository(options.directory, options);
  return { repository, storage, folder: new WorkFolder(options.directory), options };
}

/** Commits what waits and what was done by hand, so that the last commit is what the directory holds. */
export async function commitAll(storage: Storage, options: SyncOptions): Promise<void> {
  // A new one each time: it looks through the directory, however shortly after the last look.
  const { notCommitted } = await withGit(storage, options).catchUp();
  if (notCommitted) throw refused(notCommitted.message);
}

/**
 * Runs what may meet a state of the repository in which nothing can be committed.
 *
 * @throws MemoryError, whatever failed
 */
export async function withoutObstacle<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Obstacle) throw refused(notCommittedBy(error).message);
    const code = errorCode(error);
    if (isMemoryError(error) || code === undefined) throw error;
    // Files of the repository that are read and written here fail with words that name the host's
    // paths. The memory itself goes through its storage, whose errors say what stands where.
    throw new StorageError(
      `The history could not be brought together with the other one: ${explain(code)} What was not taken in comes with the next synchronisation.`,
      { operation: 'git', cause: error },
    );
  }
}

function refused(message: string): MemoryError {
  const reason = message.replace(/^not committed: /, '');
  return new MemoryError('REFUSED', `Nothing was synchronised: ${reason}`);
}

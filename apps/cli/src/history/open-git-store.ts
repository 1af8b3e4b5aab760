import {
  createMemoryStore,
  type GuardOptions,
  type MemoryStore,
  type Storage,
  type StoragePath,
  type UndoOptions,
  type UndoResult,
} from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import {
  findPastEntry,
  type GitCheckpointResult,
  type GitHistory,
  type GitOptions,
  type History,
  openHistory,
  withGit,
  withUncommittedChanges,
} from '@mem/git';
import type { KeptHistory } from '@mem/git/kept-history';
import type { World } from '../world.js';
import type { Recorded } from './recorded.js';

/** A directory together with the history of it. */
export interface GitWork {
  readonly history: History;
  /** For what opens the directory by itself. */
  readonly options: GitOptions;
  /** The path of a memory that is there, else of one that was. */
  findEntry(target: string): Promise<StoragePath>;
  /** Takes a change back that is in no commit, from the copies that are kept beside the memories. */
  undoUncommitted(how: UndoOptions): Promise<UndoResult>;
  /** Commits what waits and what was done by hand. */
  catchUp(): Promise<GitCheckpointResult>;
}

export interface GitStore {
  readonly store: MemoryStore;
  readonly storage: Storage;
  readonly git: GitWork;
  /** What became of the changes made through the store. */
  recorded(): Recorded;
}

/** The store of a directory, each change of which is a commit. Opening it makes nothing. */
export function openGitStore(
  directory: string,
  mode: KeptHistory | 'auto',
  { environment }: World,
  guard: GuardOptions = {},
): GitStore {
  const options: GitOptions = { directory, mode, tool: 'mem', git: { environment } };
  let last: GitCheckpointResult | undefined;
  const storage = observed(withGit(createDirectoryStorage(directory), options), (answer) => {
    last = answer;
  });
  const store = createMemoryStore(storage, { guard });
  const history = openHistory(directory, { ...options, storage });
  return {
    store,
    storage,
    git: {
      options,
      history,
      undoUncommitted: (how) =>
        createMemoryStore(withUncommittedChanges(storage, directory), { guard }).undo(how),
      findEntry: (target) => findPastEntry(target, store, { history }),
      catchUp: () => storage.catchUp(),
    },
    recorded: () => ({
      commit: last?.commit ?? null,
      notCommitted: last?.notCommitted ?? null,
    }),
  };
}

/** The same storage; each answer of a checkpoint is told on the way. */
function observed<S extends GitHistory>(
  storage: S,
  tell: (answer: GitCheckpointResult) => void,
): S {
  const checkpoint: GitHistory['checkpoint'] = async (change) => {
    const answer = await storage.checkpoint(change);
    tell(answer);
    return answer;
  };
  return new Proxy(storage, {
    get: (target, key) => (key === 'checkpoint' ? checkpoint : Reflect.get(target, key, target)),
  });
}

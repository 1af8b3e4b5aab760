import { type Ignore, MemoryError, type MemoryStore, NotFoundError } from '@mem/core';
import { hasReadableHistory, keptHistory } from '@mem/git/kept-history';
import type { InDirectory } from '../command.js';
import type { World } from '../world.js';
import { type GitWork, openGitStore } from './open-git-store.js';

/** @throws MemoryError NOT_FOUND when there is no history, REFUSED while memories are ignored */
export async function readHistory<Result>(
  directory: string,
  ignore: Ignore | undefined,
  work: (git: GitWork, store: MemoryStore) => Promise<Result>,
  world: World,
): Promise<InDirectory<Result>> {
  if (ignore !== undefined) {
    throw new MemoryError(
      'REFUSED',
      'A history cannot leave memories out. Read it without --ignore and MEM_IGNORE.',
    );
  }
  if (!hasReadableHistory(directory)) throw noHistory();
  const { store, git } = openGitStore(directory, keptHistory(directory) ?? 'auto', world);
  try {
    return { directory, result: await work(git, store), warnings: [] };
  } finally {
    await store.close();
  }
}

export function noHistory(): NotFoundError {
  return new NotFoundError('No history is kept here. "mem init --git" begins one.');
}

/** For what makes commits: those nobody asked for are not made. */
export function requireGit(git: GitWork | undefined): GitWork {
  if (git) return git;
  throw noHistory();
}

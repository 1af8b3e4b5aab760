import { setTimeout as pause } from 'node:timers/promises';
import { CommittedTree } from './committed-tree.js';
import type { DrainWorld } from './drain-world.js';
import { GitError } from './git-error.js';
import { type Head, readHead } from './head.js';
import { dropCommitting, endCommitting, readState } from './history-state.js';
import { BranchMoved } from './import-commits.js';
import { refreshIndex } from './refresh-index.js';
import { gitIn, type Repository } from './repository.js';

const orphanMs = 150;

/** Finishes what a process that was killed while it committed, or a held index, has left over. */
export async function recoverCommitting(
  world: DrainWorld,
  repository: Repository,
  head: Head,
): Promise<void> {
  const { committing } = readState(world.folder);
  if (committing === undefined) return;
  if (!(await isReached(repository, head, committing.commit))) {
    // The git of a killed process lives on, and may be moving the branch right now.
    await pause(orphanMs);
    const { commit } = await readHead(repository);
    if (commit !== head.commit) throw new BranchMoved();
    dropCommitting(world.folder);
    return;
  }
  for (const [id, commit] of committing.changes) world.waiting.settle(id, { commit }, true);
  world.tree = await CommittedTree.at(repository, head.commit, world.tree);
  if (await refreshIndex(repository, committing.paths, world.tree.files)) {
    endCommitting(world.folder);
  }
}

/** Is the commit on the branch? One that was never written out is not. */
async function isReached(repository: Repository, head: Head, commit: string): Promise<boolean> {
  if (head.commit === undefined) return false;
  if (head.commit === commit) return true;
  try {
    const args = ['merge-base', '--is-ancestor', commit, head.commit];
    const { exitCode } = await gitIn(repository, args, { answers: [1] });
    return exitCode === 0;
  } catch (error) {
    if (error instanceof GitError && error.failure === 'failed') return false;
    throw error;
  }
}

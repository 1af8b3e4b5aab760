import { setTimeout as pause } from 'node:timers/promises';
import { CommittedTree } from './committed-tree.js';
import type { DrainWorld } from './drain-world.js';
import { type Head, readHead } from './head.js';
import { dropCommitting, endCommitting, readState } from './history-state.js';
import { BranchMoved } from './import-commits.js';
import { isReached } from './is-reached.js';
import { refreshIndex } from './refresh-index.js';
import type { Repository } from './repository.js';

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

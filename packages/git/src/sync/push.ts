import { MemoryError } from '@mem/core';
import { readHead } from '../head.js';
import { findRevision } from '../history/revision.js';
import type { Repository } from '../repository.js';
import { otherChanges } from './merge-commits.js';
import { pushCommit, type Remote } from './remote.js';

/**
 * - `pushed`: the remote has all of it now
 * - `none`: it had already, or there is nothing yet
 * - `behind`: it has commits that must be pulled first
 */
export type PushOutcome = 'pushed' | 'none' | 'behind';

/** Gives the remote what it lacks. @throws MemoryError REFUSED when other files would go along */
export async function pushRemote(repository: Repository, remote: Remote): Promise<PushOutcome> {
  const { commit } = await readHead(repository);
  if (commit === undefined) return 'none';
  const known = await findRevision(repository, remote.tracking);
  if (known === commit) return 'none';
  if (repository.kind === 'host') await refuseOthers(repository, known, commit);
  return (await pushCommit(repository, remote, commit)) ? 'pushed' : 'behind';
}

/** In a repository that holds other things, those are published by their owner. */
async function refuseOthers(
  repository: Repository,
  known: string | undefined,
  commit: string,
): Promise<void> {
  const others = await otherChanges(repository, known, commit);
  if (others.length === 0) return;
  throw new MemoryError(
    'REFUSED',
    `Nothing was pushed: the branch also has changes of other files (as ${JSON.stringify(others[0]?.slice(0, 100))}). Push them with git push.`,
  );
}

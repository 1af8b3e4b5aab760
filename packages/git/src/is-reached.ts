import { GitError } from './git-error.js';
import type { Head } from './head.js';
import { gitIn, type Repository } from './repository.js';

/** Is the commit on the branch? One that was never written out is not. */
export async function isReached(
  repository: Repository,
  head: Pick<Head, 'commit'>,
  commit: string,
): Promise<boolean> {
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

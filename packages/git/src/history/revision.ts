import { MemoryError, NotFoundError } from '@mem/core';
import { GitError } from '../git-error.js';
import { gitIn, type Repository } from '../repository.js';

/** The full id of the commit that a revision names; the text can never become an option. */
export async function resolveRevision(repository: Repository, revision: string): Promise<string> {
  const id = await findRevision(repository, revision);
  if (id !== undefined) return id;
  throw new NotFoundError(
    `${JSON.stringify(revision.slice(0, 200))} names no commit of this history. The log lists those there are.`,
  );
}

/** As `resolveRevision`; undefined when there is none, as HEAD before the first commit. */
export async function findRevision(
  repository: Repository,
  revision: string,
): Promise<string | undefined> {
  refuseUnusable(revision);
  try {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
    const { stdout } = await gitIn(repository, args);
    const id = stdout.toString('utf8').trim();
    return /^[0-9a-f]{40,64}$/.test(id) ? id : undefined;
  } catch (error) {
    if (error instanceof GitError && error.failure === 'failed') return undefined;
    throw error;
  }
}

function refuseUnusable(revision: string): void {
  if (revision !== '' && revision.length <= 1000 && !/\p{Cc}/u.test(revision)) return;
  throw new MemoryError('INVALID_PATH', 'A revision is one line of text, as HEAD~2 or an id.');
}

import { MemoryError, NotFoundError, StorageError } from '@mem/core';
import { GitError } from '../git-error.js';
import { damagedRemedy } from '../git-failure.js';
import { gitIn, type Repository } from '../repository.js';

/** The full id of the commit that a revision names; the text can never become an option. */
export async function resolveRevision(repository: Repository, revision: string): Promise<string> {
  const id = await findRevision(repository, revision);
  if (id !== undefined) return id;
  throw new NotFoundError(
    `${JSON.stringify(revision.slice(0, 200))} names no commit of this history. The log lists those there are.`,
  );
}

/**
 * As `resolveRevision`; undefined when there is none, as HEAD before the first commit.
 *
 * @throws StorageError when a name leads to a commit that git has lost
 */
export async function findRevision(
  repository: Repository,
  revision: string,
): Promise<string | undefined> {
  refuseUnusable(revision);
  const id = await parsed(repository, `${revision}^{commit}`);
  if (id === undefined) {
    for (const name of new Set([revision, 'HEAD'])) await refuseLost(repository, name);
  }
  return id;
}

async function parsed(repository: Repository, text: string): Promise<string | undefined> {
  try {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', text];
    const { stdout } = await gitIn(repository, args);
    const id = stdout.toString('utf8').trim();
    return /^[0-9a-f]{40,64}$/.test(id) ? id : undefined;
  } catch (error) {
    if (error instanceof GitError && error.failure === 'failed') return undefined;
    throw error;
  }
}

/** A history that cannot be read must not look like one in which nothing happened. */
async function refuseLost(repository: Repository, name: string): Promise<void> {
  // An id leads to itself, whether such an object was ever there or not.
  if (/^[0-9a-f]{40,64}$/i.test(name)) return;
  const id = await parsed(repository, name);
  if (id === undefined) return;
  const { exitCode } = await gitIn(repository, ['cat-file', '-e', id], { answers: [1, 128] });
  if (exitCode !== 0)
    throw damagedHistory(`the commit ${id.slice(0, 10)} of ${name.slice(0, 100)}`);
}

/** @param what it lacks */
export function damagedHistory(what: string): StorageError {
  return new StorageError(`The history is damaged: git has lost ${what}. ${damagedRemedy}`, {
    operation: 'git',
  });
}

function refuseUnusable(revision: string): void {
  if (revision !== '' && revision.length <= 1000 && !/\p{Cc}/u.test(revision)) return;
  throw new MemoryError('INVALID_PATH', 'A revision is one line of text, as HEAD~2 or an id.');
}

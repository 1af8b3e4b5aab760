import { MemoryError, NotFoundError } from '@mem/core';
import { findRepository } from '../find-repository.js';
import { Obstacle } from '../not-committed.js';
import type { Repository } from '../repository.js';
import type { GitOptions } from '../with-git.js';

/** @throws MemoryError NOT_FOUND when there is no history, REFUSED when there can be none */
export async function requireRepository(
  directory: string,
  { git = {}, mode = 'auto' }: Pick<GitOptions, 'git' | 'mode'>,
): Promise<Repository> {
  try {
    const repository = await findRepository(git, directory, mode);
    if (repository) return repository;
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error;
    const reason = error.message.replace(/^not committed: /, '');
    throw new MemoryError('REFUSED', `There is no history here: ${reason}`, { cause: error });
  }
  throw new NotFoundError(
    'This memory directory has no history. It begins with the first change after git is set up for it.',
  );
}

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { StoragePath } from '@mem/core';
import type { GitProgram } from './git-program.js';
import { type GitCallOptions, type GitOutput, type GitPlace, runGit } from './run-git.js';
import { withoutFilters } from './safe-config.js';

/**
 * - `host`: a repository around the directory, which also holds other things
 * - `own`: a repository of just this directory, with `.git` in it
 * - `private`: a history below `.mem/`; to git the directory itself is in no repository
 */
export type RepositoryKind = 'host' | 'own' | 'private';

/** The repository that keeps the history of a memory directory. */
export interface Repository {
  readonly kind: RepositoryKind;
  readonly program: GitProgram;
  readonly gitDir: string;
  readonly workTree: string;
  /** Where the memory directory is in the working tree: empty, or a path that ends in a slash. */
  readonly prefix: string;
  readonly objectFormat: 'sha1' | 'sha256';
  /** The names of the filters in its configuration, which are programs: `gitIn` turns them off. */
  readonly filters: readonly string[];
}

/** Runs a command of git in this repository, without its filters. @throws GitError */
export function gitIn(
  repository: Repository,
  args: readonly string[],
  options?: GitCallOptions & Pick<GitPlace, 'indexFile'>,
): Promise<GitOutput> {
  const { program, gitDir, workTree } = repository;
  const { indexFile } = options ?? {};
  const place = {
    cwd: workTree,
    gitDir,
    workTree,
    ...(indexFile === undefined ? {} : { indexFile }),
  };
  const config = [...withoutFilters(repository.filters), ...(options?.config ?? [])];
  return runGit(program, place, args, { ...options, config });
}

/** The path inside the repository. */
export function treePath(repository: Repository, path: StoragePath | string): string {
  return `${repository.prefix}${path}`;
}

/** True when the repository has a working tree of the user's, with an index and ignore rules. */
export function hasIndex(repository: Repository): boolean {
  return repository.kind !== 'private';
}

/** The folder that all working trees of the repository share. */
export function commonDir({ gitDir }: Repository): string {
  const text = readIfThere(`${gitDir}/commondir`).replace(/\n$/, '');
  return text === '' ? gitDir : resolve(gitDir, text);
}

/** The text of the file; empty when there is none. */
export function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

import { lstatSync } from 'node:fs';
import type { StoragePath } from '@mem/core';
import { gitIn, hasIndex, type Repository, treePath } from './repository.js';

/** Those of the paths that the repository ignores; a private history ignores nothing. */
export async function ignoredPaths(
  repository: Repository,
  paths: readonly StoragePath[],
): Promise<Set<StoragePath>> {
  if (!hasIndex(repository) || paths.length === 0) return new Set();
  const placeOf = (path: StoragePath) => `./${treePath(repository, path)}`;
  const input = paths.map((path) => `${placeOf(path)}\0`).join('');
  const { stdout } = await gitIn(repository, ['check-ignore', '--stdin', '-z'], {
    input,
    answers: [1],
  });
  const ignored = new Set(stdout.toString('utf8').split('\0'));
  return new Set(paths.filter((path) => ignored.has(placeOf(path))));
}

/** Finds files that lie in a repository of their own below the memory directory. */
export class NestedRepositories {
  readonly #root: string;
  readonly #known = new Map<string, boolean>();

  constructor(root: string) {
    this.#root = root;
  }

  /** The folder of the repository that has the file; undefined for all others. */
  folderOf(path: string): string | undefined {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end);
      if (this.#isRepository(folder)) return folder;
    }
    return undefined;
  }

  #isRepository(folder: string): boolean {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const git = lstatSync(`${this.#root}/${folder}/.git`, { throwIfNoEntry: false });
    this.#known.set(folder, git !== undefined);
    return git !== undefined;
  }
}

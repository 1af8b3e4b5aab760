import type { StoragePath } from '@mem/core';
import { type Repository, treePath } from './repository.js';

/** The memory files as arguments of git that a person can copy into a shell, from any folder. */
export function memoryPathspecs(repository: Repository, paths: readonly StoragePath[]): string {
  return paths.map((path) => pathspec(treePath(repository, path))).join(' ');
}

function pathspec(place: string): string {
  if (/^[\p{L}\p{N}_./-]+$/u.test(place)) return `:/${place}`;
  return `':(top,literal)${place.replaceAll("'", "'\\''")}'`;
}

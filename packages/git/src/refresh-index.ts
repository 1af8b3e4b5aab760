import { setTimeout as pause } from 'node:timers/promises';
import type { StoragePath } from '@mem/core';
import { GitError } from './git-error.js';
import type { TreeFile } from './head.js';
import { gitIn, hasIndex, type Repository, treePath } from './repository.js';

const patienceMs = 3000;

/**
 * Tells the index what the last commit holds of these paths, and nothing else: other entries keep
 * what the user has staged. Without it git would take the new commit for undone in the index.
 *
 * @returns false when another git holds the index for too long
 * @throws GitError
 */
export async function refreshIndex(
  repository: Repository,
  paths: Iterable<StoragePath>,
  tree: ReadonlyMap<StoragePath, TreeFile>,
): Promise<boolean> {
  if (!hasIndex(repository)) return true;
  const absent = '0'.repeat(repository.objectFormat === 'sha256' ? 64 : 40);
  let input = '';
  for (const path of paths) {
    const { mode, id } = tree.get(path) ?? { mode: '0', id: absent };
    input += `${mode} ${id}\t${treePath(repository, path)}\0`;
  }
  for (const started = performance.now(); ; ) {
    try {
      await gitIn(repository, ['update-index', '-z', '--index-info'], {
        input,
        writes: true,
      });
      return true;
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() - started > patienceMs) return false;
      await pause(10 + Math.random() * 30);
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof GitError && error.detail.includes('index.lock');
}

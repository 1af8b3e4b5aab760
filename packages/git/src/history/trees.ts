import type { StoragePath } from '@mem/core';
import { readTree, type TreeFile } from '../head.js';
import { isKept } from '../outside-changes.js';
import { gitIn, type Repository } from '../repository.js';
import type { CommitFile } from './commit-record.js';
import { parseRaw } from './parse-log.js';

/** The memory files of a commit: what the history keeps and gives back. */
export async function readMemoryTree(
  repository: Repository,
  commit: string | undefined,
): Promise<Map<StoragePath, TreeFile>> {
  const files = await readTree(repository, commit);
  for (const [path, { mode }] of files) {
    if (!isKept(path) || !mode.startsWith('100')) files.delete(path);
  }
  return files;
}

/** What differs between two commits, renamed files recognised by what they hold. */
export async function changesBetween(
  repository: Repository,
  from: string | undefined,
  to: string,
): Promise<CommitFile[]> {
  const { prefix } = repository;
  const start = from ?? (await emptyTree(repository));
  const where = prefix === '' ? [] : ['--', prefix];
  const args = ['diff-tree', '-r', '-z', '--raw', '--abbrev=4', '-M', start, to, ...where];
  const { stdout } = await gitIn(repository, args, { maxOutput: 1024 * 1024 * 1024 });
  return parseRaw(stdout.toString('utf8'), prefix).filter(
    ({ path, from: old }) => isKept(path) || (old !== undefined && isKept(old)),
  );
}

/** The id that git gives to a folder without files. */
export async function emptyTree(repository: Repository): Promise<string> {
  const { stdout } = await gitIn(repository, ['hash-object', '-t', 'tree', '--stdin']);
  return stdout.toString('utf8').trim();
}

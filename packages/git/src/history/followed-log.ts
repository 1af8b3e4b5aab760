import type { StoragePath } from '@mem/core';
import { gitIn, type Repository } from '../repository.js';
import type { CommitFile, CommitRecord } from './commit-record.js';
import { parseRaw } from './parse-log.js';

export interface NamesLog {
  /** Commits that changed this path, newest first, of those that `upTo` holds and `without` do not. */
  ofPath(
    path: StoragePath,
    upTo: string | undefined,
    without: readonly string[],
    limit: number,
  ): Promise<CommitRecord[]>;
  /** As git itself follows the path, in one walk; undefined where the history has branches. */
  asGitFollows(path: StoragePath, limit: number): Promise<CommitRecord[] | undefined>;
}

/**
 * The commits of one file under all its names, newest first. Git's own `--follow` also goes on with
 * a file that the first version was only copied from, or resembles: that is another memory. Here a
 * name ends where the very commit that brought it took another away.
 */
export async function followedLog(
  repository: Repository,
  path: StoragePath,
  limit: number,
  log: NamesLog,
): Promise<CommitRecord[]> {
  const followed = await log.asGitFollows(path, limit);
  return (
    (followed && (await withoutDoubt(repository, path, followed))) ??
    (await nameByName(repository, path, limit, log))
  );
}

/** Undefined where git went on with another memory. */
async function withoutDoubt(
  repository: Repository,
  path: StoragePath,
  commits: readonly CommitRecord[],
): Promise<CommitRecord[] | undefined> {
  let name = path;
  for (const commit of commits) {
    const [file, ...others] = commit.files;
    if (file?.path !== name || others.length > 0) return undefined;
    const renames = await renamesTo(repository, name, [commit]);
    if (renames.get(commit.id)?.from !== file.from) return undefined;
    name = file.from ?? name;
  }
  return [...commits];
}

async function nameByName(
  repository: Repository,
  path: StoragePath,
  limit: number,
  log: NamesLog,
): Promise<CommitRecord[]> {
  const found = new Map<string, CommitRecord>();
  const ahead: { path: StoragePath; upTo: string | undefined }[] = [{ path, upTo: undefined }];
  for (let place = ahead.shift(); place && found.size < limit; place = ahead.shift()) {
    const left = limit - found.size;
    let commits = await log.ofPath(place.path, place.upTo, [], left);
    const renames = await renamesTo(repository, place.path, commits);
    const before = [...renames.keys()].map((id) => `${id}^`);
    // What had the name before was another memory.
    const isFirst = renames.size === 1 && renames.has(commits.at(-1)?.id ?? '');
    if (renames.size > 0 && !isFirst)
      commits = await log.ofPath(place.path, place.upTo, before, left);
    for (const commit of commits) {
      const file = renames.get(commit.id);
      if (!found.has(commit.id)) found.set(commit.id, file ? { ...commit, files: [file] } : commit);
      if (file?.from !== undefined) ahead.push({ path: file.from, upTo: `${commit.id}^` });
    }
  }
  return [...found.values()];
}

function isNew({ action }: CommitFile): boolean {
  return action === 'added' || action === 'renamed';
}

/** By the commit: where the file came into being by the removal of another. */
async function renamesTo(
  repository: Repository,
  path: StoragePath,
  commits: readonly CommitRecord[],
): Promise<Map<string, CommitFile>> {
  const renames = new Map<string, CommitFile>();
  for (const { id, files, parents } of commits) {
    if (parents.length !== 1 || !files.some(isNew)) continue;
    const args = ['diff-tree', '-r', '-z', '--raw', '--abbrev=4', '-M', '--no-commit-id', id];
    const { stdout } = await gitIn(repository, args, { maxOutput: 256 * 1024 * 1024 });
    const file = parseRaw(stdout.toString('utf8'), repository.prefix).find(
      (change) => change.path === path && change.from !== undefined,
    );
    if (file) renames.set(id, file);
  }
  return renames;
}

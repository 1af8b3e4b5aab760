import type { StoragePath } from '@mem/core';
import { gitIn, type Repository, treePath } from '../repository.js';
import type { CommitRecord } from './commit-record.js';
import { followedLog } from './followed-log.js';
import { gitDate } from './git-date.js';
import { logFormat, parseLog } from './parse-log.js';
import { findRevision } from './revision.js';

const defaultLimit = 1000;
/** Sixty-four thousand commits of a name and a line each. */
const maxOutput = 256 * 1024 * 1024;

export interface LogOptions {
  /** Only the commits of this entry, also those from before it was renamed. */
  readonly path?: StoragePath | undefined;
  /** At most so many commits, newest first; 1,000 when omitted. */
  readonly limit?: number | undefined;
  /** Only commits made at this moment or later. */
  readonly since?: Date | undefined;
  /** Only commits that this one does not hold, as a full id. */
  readonly after?: string | undefined;
  /** Only commits that this one holds, as a full id; what is checked out when omitted. */
  readonly upTo?: string | undefined;
  /** Only the commit that `upTo` names, whatever it changed. */
  readonly alone?: boolean | undefined;
  /** Only commits whose message has a line that this extended expression matches, of all files. */
  readonly grep?: string | undefined;
}

/** The commits of the memory directory, newest first; none before the first commit. */
export async function readLog(
  repository: Repository,
  options: LogOptions = {},
): Promise<CommitRecord[]> {
  if ((await findRevision(repository, 'HEAD')) === undefined) return [];
  const { path, limit = defaultLimit, upTo = 'HEAD', after } = options;
  const most = Math.max(0, Math.floor(limit));
  const without = after === undefined ? [] : [after];
  if (path === undefined) return await runLog(repository, options, { most, upTo, without });
  return await followedLog(repository, path, most, {
    ofPath: (name, tip = upTo, more, left) =>
      runLog(repository, options, {
        path: name,
        most: left,
        upTo: tip,
        without: [...without, ...more],
      }),
    asGitFollows: async (name, left) => {
      const range = { path: name, most: left, upTo, without };
      const [isLine, commits] = await Promise.all([
        hasNoMerges(repository, upTo, without),
        runLog(repository, options, { ...range, isFollowed: true }),
      ]);
      return isLine ? commits : undefined;
    },
  });
}

async function hasNoMerges(
  repository: Repository,
  upTo: string,
  without: readonly string[],
): Promise<boolean> {
  const range = [upTo, ...without.map((commit) => `^${commit}`)];
  const args = ['rev-list', '--merges', '--max-count=1', ...range, '--'];
  const { stdout } = await gitIn(repository, args);
  return stdout.length === 0;
}

interface LogRange {
  readonly path?: StoragePath;
  readonly most: number;
  readonly upTo: string;
  readonly without: readonly string[];
  /** As git follows a file that was renamed. */
  readonly isFollowed?: boolean;
}

async function runLog(
  repository: Repository,
  { since, alone, grep }: LogOptions,
  { path, most, upTo, without, isFollowed }: LogRange,
): Promise<CommitRecord[]> {
  const { prefix } = repository;
  const where = path === undefined ? prefix : treePath(repository, path);
  const args = [
    'log',
    '-z',
    '--raw',
    '--abbrev=4',
    '-M',
    `--format=${logFormat}`,
    `--max-count=${most}`,
    ...(since === undefined ? [] : [`--since=${gitDate(since)}`]),
    ...(alone ? ['--no-walk'] : []),
    ...(path === undefined ? [] : isFollowed ? ['--follow'] : ['--full-history', '--no-merges']),
    ...(grep === undefined ? [] : ['--extended-regexp', `--grep=${grep}`]),
    upTo,
    ...without.map((commit) => `^${commit}`),
    '--',
    ...(where === '' || grep !== undefined || alone ? [] : [where]),
  ];
  const { stdout } = await gitIn(repository, args, { maxOutput });
  return parseLog(stdout.toString('utf8'), prefix);
}

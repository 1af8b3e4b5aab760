import { isEntryPath, MemoryError, type StoragePath } from '@mem/core';
import type { CommitRecord } from '../history/commit-record.js';
import { trailerOf } from '../history/commit-record.js';
import { diffCommits, diffDirectory } from '../history/diff.js';
import type { EntryDiff } from '../history/entry-diff.js';
import { gitDate } from '../history/git-date.js';
import { historyStorage, type OpenHistoryOptions } from '../history/history.js';
import { readLog } from '../history/log.js';
import { renamesIn } from '../history/renames.js';
import { requireRepository } from '../history/require-repository.js';
import { findRevision, resolveRevision } from '../history/revision.js';
import { gitIn, type Repository } from '../repository.js';

export interface ReviewOptions extends OpenHistoryOptions {
  /**
   * A revision, or a moment; the whole history when omitted. Of a revision that is not among those
   * before the end, as of another branch, where the two parted.
   */
  readonly since?: string | Date;
  /** The revision up to which it looks; what the directory holds now when omitted. */
  readonly until?: string;
}

/** One commit that had a part in a change. */
export interface ReviewedCommit {
  readonly id: string;
  readonly date: string;
  readonly author: string;
  /** The program and the agent that made the change, where the commit says so. */
  readonly tool?: string;
  readonly agent?: string;
  readonly subject: string;
}

export interface ReviewedEntry extends EntryDiff {
  /** The commits that changed it, newest first; none for changes that are not committed. */
  readonly commits: readonly ReviewedCommit[];
}

export interface ReviewedAuthor {
  readonly author: string;
  readonly commits: number;
  /** Paths of entries that the author changed. */
  readonly entries: readonly string[];
}

/** What changed in a memory. */
export interface Review {
  /** The commit it is compared with; undefined for the very beginning. */
  readonly from: string | undefined;
  /** The commit that is looked at; undefined for what the directory holds. */
  readonly to: string | undefined;
  /** Entries that differ, in order of paths. The index is derived from them and left out. */
  readonly entries: readonly ReviewedEntry[];
  /** Most commits first. */
  readonly authors: readonly ReviewedAuthor[];
  readonly commits: number;
}

const reach = 100_000;

/**
 * What changed in the memory directory since a moment, by entry and by author.
 *
 * @throws MemoryError INVALID_PATH when it would end before it begins
 */
export async function reviewMemory(
  directory: string,
  options: ReviewOptions = {},
): Promise<Review> {
  const repository = await requireRepository(directory, options);
  const { since, until } = options;
  const to = until === undefined ? undefined : await resolveRevision(repository, until);
  const from = await parting(repository, await startOf(repository, since), to);
  const storage = historyStorage(directory, options);
  const log = await readLog(repository, { limit: reach, after: from, upTo: to });
  const names = renamesIn(log);
  const diffs = await (to === undefined
    ? diffDirectory(repository, storage, from, { names })
    : diffCommits(repository, from, to, { names }));
  const byPath = commitsByPath(log, names);
  const entries = diffs
    .filter(({ path }) => isEntryPath(path))
    .map((diff) => ({ ...diff, commits: byPath.get(diff.path) ?? [] }));
  return { from, to, entries, authors: authorsOf(log), commits: log.length };
}

/** Where the two commits parted: what only the first has is none of what changed since. */
async function parting(
  repository: Repository,
  start: string | undefined,
  to: string | undefined,
): Promise<string | undefined> {
  const end = to ?? (await findRevision(repository, 'HEAD'));
  if (start === undefined || end === undefined) return start;
  const { stdout } = await gitIn(repository, ['merge-base', start, end], { answers: [1] });
  const base = stdout.toString('utf8').trim();
  if (base === end && base !== start && to !== undefined) throw backwards();
  return base === '' ? start : base;
}

function backwards(): MemoryError {
  return new MemoryError(
    'INVALID_PATH',
    'The review would end before it begins: what it goes up to is older than what it begins with. Exchange the two.',
  );
}

async function startOf(
  repository: Repository,
  since: string | Date | undefined,
): Promise<string | undefined> {
  if (since === undefined) return undefined;
  if (typeof since === 'string') return await resolveRevision(repository, since);
  if ((await findRevision(repository, 'HEAD')) === undefined) return undefined;
  const args = ['rev-list', '--max-count=1', `--before=${gitDate(since)}`, 'HEAD'];
  const { stdout } = await gitIn(repository, args);
  return stdout.toString('utf8').trim() || undefined;
}

/** A renamed entry has the commits of its old names too. */
function commitsByPath(
  log: readonly CommitRecord[],
  names: ReadonlyMap<StoragePath, StoragePath>,
): Map<StoragePath, ReviewedCommit[]> {
  const byPath = new Map<StoragePath, ReviewedCommit[]>();
  for (const record of log) {
    for (const { path } of record.files) {
      const now = names.get(path) ?? path;
      const commits = byPath.get(now) ?? [];
      commits.push(reviewedCommit(record));
      byPath.set(now, commits);
    }
  }
  return byPath;
}

function reviewedCommit(record: CommitRecord): ReviewedCommit {
  const { id, date, subject } = record;
  const tool = trailerOf(record, 'Memory-Tool');
  const agent = trailerOf(record, 'Memory-Agent');
  return {
    id,
    date,
    author: authorOf(record),
    ...(tool === undefined ? {} : { tool }),
    ...(agent === undefined ? {} : { agent }),
    subject,
  };
}

function authorOf({ author }: CommitRecord): string {
  return author.email === '' ? author.name : `${author.name} <${author.email}>`;
}

function authorsOf(log: readonly CommitRecord[]): ReviewedAuthor[] {
  const authors = new Map<string, { commits: number; entries: Set<string> }>();
  for (const record of log) {
    const author = authors.get(authorOf(record)) ?? { commits: 0, entries: new Set<string>() };
    authors.set(authorOf(record), author);
    author.commits += 1;
    for (const { path } of record.files) if (isEntryPath(path)) author.entries.add(path);
  }
  return [...authors]
    .map(([author, { commits, entries }]) => ({ author, commits, entries: [...entries].sort() }))
    .sort((one, other) => other.commits - one.commits);
}

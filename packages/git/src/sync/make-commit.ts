import { randomBytes } from 'node:crypto';
import type { StoragePath } from '@mem/core';
import { makerTrailers, withTrailers } from '../commit-message.js';
import { readIdentities } from '../identity.js';
import { importCommits } from '../import-commits.js';
import { commitMark } from '../made-changes.js';
import { gitIn, type Repository, treePath } from '../repository.js';
import type { ChangeMaker } from '../waiting-change.js';
import type { ChangedFile } from './merge-commits.js';

export interface NewCommit {
  /** The first parent; undefined for a first commit. */
  readonly parent: string | undefined;
  /** The second one, of a merge. */
  readonly merges?: string;
  readonly subject: string;
  /** Whole lines for the end of the message. */
  readonly trailers: readonly string[];
  readonly maker: ChangeMaker;
  /** What differs from the first parent. */
  readonly files: ReadonlyMap<StoragePath, ChangedFile>;
}

/**
 * Makes a commit that no branch holds yet, and calls back with its id and its mark while git keeps
 * it.
 */
export async function withNewCommit<T>(
  repository: Repository,
  commit: NewCommit,
  action: (id: string, mark: string) => Promise<T>,
): Promise<T> {
  const reference = `refs/mem/new/${randomBytes(8).toString('hex')}`;
  const { id, mark } = await makeCommit(repository, commit, reference);
  try {
    return await action(id, mark);
  } finally {
    await gitIn(repository, ['update-ref', '-d', reference], { writes: true }).catch(() => {});
  }
}

async function makeCommit(
  repository: Repository,
  { parent, merges, subject, trailers, maker, files }: NewCommit,
  reference: string,
): Promise<{ id: string; mark: string }> {
  const now = Date.now();
  const planned = {
    message: withTrailers(subject, [...makerTrailers(maker), ...trailers]),
    at: now,
    maker,
    files: [...files].map(([path, { to }]) => ({ path, bytes: to })),
    ids: [],
    ...(merges === undefined ? {} : { merges: [merges] }),
  };
  let made = '';
  await importCommits(
    repository,
    [planned],
    {
      head: { branch: reference, commit: parent },
      identities: await readIdentities(repository),
      place: ({ path }) => ({
        path: treePath(repository, path),
        mode: files.get(path)?.mode ?? '100644',
      }),
      now,
    },
    ([id = '']) => {
      made = id;
    },
  );
  return { id: made, mark: commitMark(now, planned.message) };
}

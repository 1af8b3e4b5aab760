import { type StoragePath, storagePath } from '@mem/core';
import type { CommitRecord } from '../history/commit-record.js';
import { readLog } from '../history/log.js';
import { readBlobs } from '../history/read-blobs.js';
import type { Decisions } from '../merge/merge-trees.js';
import type { Repository } from '../repository.js';
import { sameBytes } from '../same-bytes.js';
import { resolvedKey, undoneKey, valuesOf } from './conflict-record.js';

/**
 * What people decided on either side since the base about conflicts that both know. A decision for
 * what stands there leaves no trace in the file, so a merge of the files alone would pass over it.
 */
export async function readDecisions(
  repository: Repository,
  base: string,
  tips: { readonly ours: string; readonly theirs: string },
): Promise<Decisions> {
  const [ours, theirs] = await Promise.all([
    decisionsOf(repository, base, tips.ours),
    decisionsOf(repository, base, tips.theirs),
  ]);
  const all = [...ours, ...theirs];
  const blobs = await readBlobs(
    repository,
    all.map(([value, commit]) => nameOf(commit, value)),
  );
  const left = (side: ReadonlyMap<string, string>, value: string) =>
    blobs.get(nameOf(side.get(value) ?? '', value)) ?? null;
  const isOpposed = (value: string) => {
    const [one, other] = [ours.get(value), theirs.get(value)];
    if (one === undefined || other === undefined || one === other) return false;
    return !sameBytes(left(ours, value), left(theirs, value));
  };
  const paths = (values: Iterable<string>) => new Set(pathsIn(repository, values));
  return {
    opposed: paths([...ours.keys()].filter(isOpposed)),
    keptByOurs: paths([...ours.keys()].filter((value) => left(ours, value) !== null)),
    keptByTheirs: paths([...theirs.keys()].filter((value) => left(theirs, value) !== null)),
  };
}

/** The newest commit that settled each conflict, by what its message says of that. */
async function decisionsOf(
  repository: Repository,
  base: string,
  tip: string,
): Promise<Map<string, string>> {
  const grep = `^(${resolvedKey}|${undoneKey}): `;
  const commits = await readLog(repository, { grep, after: base, upTo: tip, limit: 1_000_000 });
  const undone = new Set(commits.flatMap((commit) => valuesOf(commit, undoneKey)));
  const standing = commits.filter(({ id }) => !undone.has(id));
  return new Map(
    standing
      .toReversed()
      .flatMap((commit: CommitRecord) =>
        valuesOf(commit, resolvedKey).map((value) => [value, commit.id] as const),
      ),
  );
}

/** The file of the conflict as the commit that settled it left it. */
function nameOf(commit: string, value: string): string {
  return `${commit}:${placeIn(value) ?? ''}`;
}

/** What a message says may come from anybody. */
function placeIn(value: string): string | undefined {
  try {
    const place: unknown = JSON.parse(value.slice(value.indexOf(' ') + 1));
    return typeof place === 'string' && !place.includes('\n') ? place : undefined;
  } catch {
    return undefined;
  }
}

function pathsIn({ prefix }: Repository, values: Iterable<string>): StoragePath[] {
  return [...values].flatMap((value) => {
    const place = placeIn(value);
    if (place === undefined || !place.startsWith(prefix)) return [];
    try {
      return [storagePath(place.slice(prefix.length))];
    } catch {
      return [];
    }
  });
}

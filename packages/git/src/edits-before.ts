import { blobId } from './blob-id.js';
import type { PutBackInput } from './put-back.js';
import { gitIn, type Repository } from './repository.js';
import { sameBytes } from './same-bytes.js';
import type { RecordedStep } from './waiting-change.js';

/**
 * What a person had edited before the change, and git has thrown away with it, is nowhere else: it
 * is committed first, as ever. What git knows, as the version of another branch, is left to git.
 */
export async function withEditsBefore(
  { repository, isCommitted }: PutBackInput,
  replaced: ReadonlyMap<RecordedStep, RecordedStep>,
): Promise<Map<RecordedStep, RecordedStep>> {
  const edits = [...replaced.keys()].filter(({ path, before }) => {
    const isOurs = [...replaced.keys()].some(
      (step) => step.path === path && sameBytes(step.after, before ?? null),
    );
    return before && !isOurs && !isCommitted(path, before, true);
  });
  const { objectFormat } = repository;
  const ids = edits.map(({ before }) => blobId(objectFormat, before ?? new Uint8Array()));
  const known = ids.length === 0 ? new Set() : await idsInGit(repository, ids);
  const result = new Map(replaced);
  edits.forEach((step, at) => {
    const instead = replaced.get(step);
    if (instead && !known.has(ids[at])) result.set(step, { ...instead, before: step.before });
  });
  return result;
}

async function idsInGit(repository: Repository, ids: readonly string[]): Promise<Set<string>> {
  const input = ids.map((id) => `${id}\n`).join('');
  const { stdout } = await gitIn(repository, ['cat-file', '--batch-check'], { input });
  const found = stdout.toString('latin1').split('\n');
  return new Set(found.flatMap((line) => /^([0-9a-f]+) blob /.exec(line)?.[1] ?? []));
}

import { existsSync } from 'node:fs';
import { MemoryError, type StoragePath } from '@mem/core';
import { readHead, readTree } from '../head.js';
import { readLog } from '../history/log.js';
import { makerOf } from '../maker-of.js';
import { commonDir, gitIn, type Repository } from '../repository.js';
import { conflictTrailers } from './conflict-record.js';
import { landCommit, untilNotOvertaken } from './land-commit.js';
import { withNewCommit } from './make-commit.js';
import { type CommitMerge, mergeCommits } from './merge-commits.js';
import { rulesPath } from './merge-rules.js';
import { fetchBranch, type Remote } from './remote.js';
import { commitAll, type SyncWorld } from './sync-world.js';
import { warningsOf } from './warnings-of.js';

export interface PullResult {
  /**
   * - `none`: the remote had nothing new
   * - `forward`: only the remote had something new
   * - `merge`: both had, and a merge holds it all
   */
  readonly outcome: 'none' | 'forward' | 'merge';
  /** The commit that the branch is at now; undefined when neither side has one. */
  readonly commit: string | undefined;
  /** Files that hold something else than before. */
  readonly changed: readonly StoragePath[];
  /** What went wrong after the files were written, one line each. */
  readonly warnings: readonly string[];
}

/** Brings what the remote has into the directory, and commits what is there before. */
export async function pullRemote(world: SyncWorld, remote: Remote): Promise<PullResult> {
  return await untilNotOvertaken(async () => {
    await commitAll(world.storage, world.options);
    const theirs = await fetchBranch(world.repository, remote);
    return await bring(world, theirs);
  });
}

async function bring(world: SyncWorld, theirs: string | undefined): Promise<PullResult> {
  const { repository, options } = world;
  const { commit: ours } = await readHead(repository);
  const nothing: PullResult = { outcome: 'none', commit: ours, changed: [], warnings: [] };
  if (theirs === undefined || theirs === ours) return nothing;
  const base = ours === undefined ? undefined : await mergeBase(repository, ours, theirs);
  if (base === theirs) return nothing;
  if (base === undefined && ours !== undefined) refuseShallow(repository);
  const isForward = base === ours || (await isBareBeginning(repository, ours, theirs));
  const known = base === undefined && isForward ? undefined : ours;
  const merge = await mergeCommits(repository, { base, ours: known, theirs });
  if (isForward && merge.isTheirs) return await land(world, ours, theirs, merge, 'forward');
  const commit = {
    parent: ours ?? theirs,
    ...(ours === undefined ? {} : { merges: theirs }),
    subject: subjectOf(merge),
    trailers: conflictTrailers(repository, merge.conflicts, base),
    maker: makerOf(options),
    files: merge.files,
  };
  return await withNewCommit(repository, commit, (id) =>
    land(world, ours, id, merge, isForward ? 'forward' : 'merge'),
  );
}

/** Without the commit that both have grown from, every difference would look like a contradiction. */
function refuseShallow(repository: Repository): void {
  if (!existsSync(`${commonDir(repository)}/shallow`)) return;
  throw new MemoryError(
    'REFUSED',
    'Nothing was synchronised: this clone is shallow, and what both sides have grown from lies before its beginning. Get the rest with `git fetch --unshallow`, then synchronise again.',
  );
}

/**
 * A repository of our making begins with one commit of one rule. When that is all there is, and the
 * other one has the same rule, their history is taken over: there is nothing to merge with it.
 */
async function isBareBeginning(
  repository: Repository,
  ours: string | undefined,
  theirs: string,
): Promise<boolean> {
  if (repository.kind !== 'own' || ours === undefined) return false;
  const tree = await readTree(repository, ours);
  const rule = tree.get(rulesPath)?.id;
  if (tree.size !== 1 || rule === undefined) return false;
  const [[commit], other] = await Promise.all([
    readLog(repository, { upTo: ours, limit: 1 }),
    readTree(repository, theirs),
  ]);
  return commit?.id === ours && commit.parents.length === 0 && other.get(rulesPath)?.id === rule;
}

function subjectOf({ conflicts }: CommitMerge): string {
  const count = conflicts.length;
  if (count === 0) return 'merge memories from another machine';
  return `merge memories from another machine, ${count} ${count === 1 ? 'conflict' : 'conflicts'} open`;
}

async function land(
  world: SyncWorld,
  from: string | undefined,
  commit: string,
  { files }: CommitMerge,
  outcome: 'forward' | 'merge',
): Promise<PullResult> {
  const memories = new Map(files);
  memories.delete(rulesPath);
  const rules = files.get(rulesPath);
  const landing = { commit, from, files: memories, ...(rules ? { rules } : {}) };
  const isFresh = await landCommit(world, landing);
  return { outcome, commit, changed: [...memories.keys()].sort(), warnings: warningsOf(isFresh) };
}

/** The commit that both have grown from; undefined where they have begun on their own. */
async function mergeBase(
  repository: Repository,
  ours: string,
  theirs: string,
): Promise<string | undefined> {
  const { stdout } = await gitIn(repository, ['merge-base', ours, theirs], { answers: [1] });
  return stdout.toString('utf8').trim() || undefined;
}

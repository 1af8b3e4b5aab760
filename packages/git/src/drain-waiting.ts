import { setTimeout as pause } from 'node:timers/promises';
import type { StorageWarning } from '@mem/core';
import { ensureAttributes } from './attributes.js';
import type { BlockedPaths } from './blocked-paths.js';
import { oneLine } from './commit-message.js';
import { commitWithPrograms } from './commit-with-programs.js';
import type { DrainWorld } from './drain-world.js';
import { noteObstacle } from './files-in-the-way.js';
import { branchFile, type Head, readHead } from './head.js';
import { beginCommitting, type Committing, endCommitting } from './history-state.js';
import { BranchMoved, importCommits } from './import-commits.js';
import type { ImportOptions } from './import-stream.js';
import { endInterruption } from './interruption.js';
import { commitMark, type MadeChange } from './made-changes.js';
import { type NotCommitted, notCommitted, Obstacle } from './not-committed.js';
import { type CommitPlan, planDrain } from './plan-drain.js';
import { recoverCommitting } from './recover-committing.js';
import { branchLocked } from './reference-locks.js';
import { refreshIndex } from './refresh-index.js';
import { type Repository, treePath } from './repository.js';
import { indexMark, refuseConflicts, refuseInProgress, waitForIndex } from './repository-state.js';
import type { WaitingChange } from './waiting-change.js';
import type { ChangeResult } from './waiting-changes.js';

const attempts = 10;

export interface DrainOptions {
  /** The change whose caller waits for this very call. */
  readonly asking?: string;
  /** Wait for nobody else's checkpoint. */
  readonly force: boolean;
}

export interface DrainResult {
  /** Of the changes that are no longer waiting. */
  readonly results: ReadonlyMap<string, ChangeResult>;
  readonly last: string | undefined;
  /** What others put into the directory and the repository cannot hold. */
  readonly leftOut: NotCommitted | undefined;
  readonly warnings: readonly StorageWarning[];
}

/**
 * Commits what waits; only one process may be in here. Nothing is touched before it is clear that
 * the repository is in a state for it.
 *
 * @throws Obstacle, GitError, or an error of the file system: then nothing was committed
 */
export async function drainWaiting(world: DrainWorld, options: DrainOptions): Promise<DrainResult> {
  const repository = await world.finder.get();
  try {
    return await drainRepository(world, repository, options);
  } catch (error) {
    throw await noteObstacle(world, repository, error);
  }
}

async function drainRepository(
  world: DrainWorld,
  repository: Repository,
  options: DrainOptions,
): Promise<DrainResult> {
  for (let attempt = 1; ; attempt++) {
    refuseInProgress(repository);
    await waitForIndex(repository);
    const [head] = await Promise.all([
      readHead(repository),
      refuseConflicts(repository, world.index),
    ]);
    try {
      await recoverCommitting(world, repository, head);
      const plan = await planDrain(world, repository, head, options);
      return await carryOut(world, plan, head, options);
    } catch (error) {
      if (!(error instanceof BranchMoved)) throw error;
      if (attempt === attempts) {
        throw new Obstacle(branchLocked(repository, head.branch) ?? notCommitted('branch-moves'));
      }
      await pause(Math.random() * 20 * attempt);
    }
  }
}

async function carryOut(
  world: DrainWorld,
  plan: CommitPlan,
  head: Head,
  options: DrainOptions,
): Promise<DrainResult> {
  const done = new Map<string, ChangeResult>(plan.results);
  const committing = plan.commits.length > 0 ? await makeCommits(world, plan, head) : undefined;
  const isFresh = committing === undefined || (await tellIndex(world, plan, committing));
  // Of a change with a file that cannot be committed the rest is, and both is told.
  world.made.add(madeWithoutCommit(plan, committing));
  for (const [id, commit] of committing?.changes ?? []) done.set(id, { ...done.get(id), commit });
  for (const [id, result] of done) world.waiting.settle(id, result, id !== options.asking);
  if (committing && isFresh) endCommitting(world.folder);
  endInterruption(world.folder);
  world.known.save();
  return {
    results: done,
    last: committing?.commit,
    leftOut: plan.leftOut,
    warnings: isFresh ? plan.warnings : [...plan.warnings, indexWarning],
  };
}

async function makeCommits(world: DrainWorld, plan: CommitPlan, head: Head): Promise<Committing> {
  const { tree, commits } = plan;
  const { repository } = tree;
  ensureAttributes(repository);
  let committing: Committing | undefined;
  const options: ImportOptions = {
    head,
    identities: plan.settings.identities,
    place: ({ path }) => ({ path: treePath(repository, path), mode: tree.modeOf(path) }),
    now: Date.now(),
  };
  const beforeMoving = (ids: readonly string[]) => {
    // The user may have begun something while the commits were made.
    refuseInProgress(repository);
    const branch = branchFile(repository);
    if (branch !== undefined && branch !== head.branch) throw new BranchMoved();
    committing = committingOf(plan, ids);
    world.made.add(madeIn(plan, ids));
    beginCommitting(world.folder, committing);
  };
  const { hooks, sign } = repository.program;
  await (hooks || sign
    ? commitWithPrograms(world.folder, repository, commits, options, beforeMoving)
    : importCommits(repository, commits, options, beforeMoving));
  if (committing === undefined) throw new Error('git made no commits');
  return committing;
}

function committingOf({ commits, newest }: CommitPlan, ids: readonly string[]): Committing {
  const changes = new Map<string, string>();
  commits.forEach((commit, index) => {
    for (const id of commit.ids) changes.set(id, ids[index] ?? '');
  });
  const paths = new Set(commits.flatMap(({ files }) => files.map(({ path }) => path)));
  return { commit: ids.at(-1) ?? '', changes, paths: [...paths], newest };
}

/** The changes that the commits bring, in their order. */
function madeIn({ commits, changes, blocked }: CommitPlan, ids: readonly string[]): MadeChange[] {
  return commits.flatMap((commit, index) => {
    const mark = commitMark(commit.at, commit.message);
    return commit.ids.flatMap((id) => {
      const change = changes.get(id);
      return change ? [madeOf(change, ids[index] ?? null, mark, blocked)] : [];
    });
  });
}

/** Changes of which no file can be in a commit are the last ones all the same. */
function madeWithoutCommit(
  { changes, blocked }: CommitPlan,
  committing: Committing | undefined,
): MadeChange[] {
  return [...changes.values()]
    .filter(({ id }) => !committing?.changes.has(id))
    .filter(({ steps }) => steps.some(({ path }) => blocked.has(path)))
    .map((change) => madeOf(change, null, '', blocked));
}

function madeOf(
  { message, change, undoes, steps }: WaitingChange,
  commit: string | null,
  mark: string,
  blocked: BlockedPaths,
): MadeChange {
  const paths = steps.map(({ path }) => path);
  return {
    commit,
    mark,
    message: oneLine(message),
    ...(change === undefined ? {} : { change }),
    ...(undoes === undefined ? {} : { undoes }),
    paths: paths.filter((path) => !blocked.has(path)),
    uncommitted: paths.filter((path) => blocked.has(path)),
  };
}

/** The branch has moved, so nothing fails any more: the next time puts right what cannot be done. */
async function tellIndex(
  world: DrainWorld,
  { tree, commits }: CommitPlan,
  { commit, paths }: Committing,
): Promise<boolean> {
  for (const { files } of commits) tree.advance(commit, files);
  try {
    const isFresh = await refreshIndex(tree.repository, paths, tree.files);
    world.index = isFresh ? indexMark(tree.repository) : undefined;
    const told = new Set(paths);
    world.staged = new Map([...(world.staged ?? [])].filter(([path]) => !told.has(path)));
    return isFresh;
  } catch {
    return false;
  }
}

const indexWarning: StorageWarning = {
  message:
    'The change is committed, but the index of git could not be told, and shows the file as it was before. The next change puts that right.',
};

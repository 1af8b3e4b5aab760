import { readFileSync } from 'node:fs';
import type { StoragePath, StorageWarning, StoredFileInfo } from '@mem/core';
import { type BlockedPaths, blockedAnswer, blockedPaths } from './blocked-paths.js';
import { CommittedTree } from './committed-tree.js';
import { repositoryAttributes } from './create-repository.js';
import type { DrainWorld } from './drain-world.js';
import type { Head } from './head.js';
import { readState } from './history-state.js';
import type { NestedRepositories } from './ignored-paths.js';
import { interruptedUntil } from './interruption.js';
import type { MadeChange } from './made-changes.js';
import type { NotCommitted } from './not-committed.js';
import { listAll, outsideChanges } from './outside-changes.js';
import {
  type OutsideChange,
  type PlannedCommit,
  planCommits,
  readyChanges,
} from './plan-commits.js';
import { putBack } from './put-back.js';
import type { Repository } from './repository.js';
import { indexMark } from './repository-state.js';
import type { RepositorySettings } from './settings.js';
import {
  contentsOf,
  type StagedVersions,
  stagedVersions,
  unsavedVersions,
} from './staged-versions.js';
import type { WaitingChange } from './waiting-change.js';
import type { ChangeResult, OpenStep } from './waiting-changes.js';

export interface CommitPlan {
  readonly tree: CommittedTree;
  readonly settings: RepositorySettings;
  readonly commits: readonly PlannedCommit[];
  /** The changes that this is about, with all their files. */
  readonly changes: ReadonlyMap<string, WaitingChange>;
  /** Of changes that need no commit, or of which not all can have one. */
  readonly results: ReadonlyMap<string, ChangeResult>;
  readonly blocked: BlockedPaths;
  /** What was found out about the files of the changes. */
  readonly warnings: readonly StorageWarning[];
  /** What others put into the directory and the repository cannot hold. */
  readonly leftOut: NotCommitted | undefined;
  readonly newest: ReadonlyMap<StoragePath, number>;
}

/** Looks at the directory, at what waits and at the last commit, and decides what to commit. */
export async function planDrain(
  world: DrainWorld,
  repository: Repository,
  head: Head,
  options: { readonly asking?: string; readonly force: boolean },
): Promise<CommitPlan> {
  const [listing, staged, tree, settings] = await Promise.all([
    listIfDue(world),
    readStaged(world, repository, head),
    CommittedTree.at(repository, head.commit, world.tree),
    world.settings.read(repository),
  ]);
  world.tree = tree;
  // In this order: a change that the listing shows was announced before, and what is no longer
  // announced waits.
  const open = world.waiting.open();
  const nested = world.nested();
  const lenient = settings.convertsLineEnds;
  const holds = (path: StoragePath, bytes: Uint8Array | null, isLenient: boolean) =>
    tree.holds(path, bytes, isLenient && lenient);
  const committed = readState(world.folder).newest;
  const back = await putBack({
    world,
    repository,
    waiting: world.waiting.all(),
    open,
    isCommitted: holds,
    committed,
    asking: options.asking,
    interruptedUntil: interruptedUntil(world.folder),
  });
  const all = back.waiting;
  const { ready } = options.force ? { ready: all } : readyChanges(all, open);
  const outside = listing
    ? await findOutside({ world, tree, holds, nested, open, all, listing })
    : [];
  const blocked = await blockedPaths(tree, nested, ready, outside);
  const firsts = head.commit === undefined ? ownAttributes(repository) : [];
  const others = [...firsts, ...outside.filter(({ path }) => !blocked.has(path))];
  const waiting = ready.map((change) => withoutBlocked(change, blocked));
  const since = sinceReady(back.since, all, ready).filter(({ path }) => !blocked.has(path));
  const plan = planCommits({
    isCommitted: holds,
    staged: await unsavedVersions(tree, staged, contentsOf([...others, ...since], waiting)),
    outside: others,
    waiting,
    since,
    committed,
    open: [...open, ...all.flatMap(({ steps }) => steps)],
    commitOf: commitFinder(world),
    isFirst: head.commit === undefined,
    now: Date.now(),
  });
  return {
    tree,
    settings,
    commits: plan.commits,
    changes: new Map(ready.map((change) => [change.id, change])),
    results: resultsOf(ready, plan.empty, blocked),
    blocked,
    warnings: back.warnings,
    leftOut: blockedAnswer(
      outside.map(({ path }) => path),
      blocked,
    ),
    newest: plan.newest,
  };
}

/** What this process knows of it is true while the index is as it left it. */
async function readStaged(
  world: DrainWorld,
  repository: Repository,
  { commit }: Head,
): Promise<StagedVersions> {
  const mark = indexMark(repository);
  if (world.staged === undefined || mark === undefined || mark !== world.index) {
    world.staged = await stagedVersions(repository, commit);
  }
  return world.staged;
}

/** What came after a change that has to wait comes after it the next time. */
function sinceReady(
  since: readonly OutsideChange[],
  all: readonly WaitingChange[],
  ready: readonly WaitingChange[],
): OutsideChange[] {
  const early = new Set(all.filter((change) => !ready.includes(change)).flatMap(stepPaths));
  return since.filter(({ path }) => !early.has(path));
}

function stepPaths({ steps }: WaitingChange): StoragePath[] {
  return steps.map(({ path }) => path);
}

/** A change may name what it takes back by the id under which the storage keeps that. */
function commitFinder({ made }: DrainWorld): (undoes: string) => string | undefined {
  let known: readonly MadeChange[] | undefined;
  return (undoes) => {
    known ??= made.read();
    const found = known.findLast(({ commit, change }) => commit === undoes || change === undoes);
    return found?.commit ?? (/^[0-9a-f]{40,64}$/.test(undoes) ? undoes : undefined);
  };
}

async function listIfDue(world: DrainWorld): Promise<readonly StoredFileInfo[] | undefined> {
  if (!world.scans.isDue()) return undefined;
  return await world.scans.measure(() => listAll(world.storage));
}

interface OutsideInput {
  readonly world: DrainWorld;
  readonly tree: CommittedTree;
  readonly holds: (path: StoragePath, bytes: Uint8Array | null, lenient: boolean) => boolean;
  readonly nested: NestedRepositories;
  readonly open: readonly OpenStep[];
  readonly all: readonly WaitingChange[];
  readonly listing: readonly StoredFileInfo[];
}

async function findOutside(input: OutsideInput): Promise<OutsideChange[]> {
  const { world, tree, holds, nested, open, all, listing } = input;
  const ours = pathsOf(open, all);
  const { storage, known, folder } = world;
  const { repository } = tree;
  const changes = await outsideChanges(
    {
      storage,
      repository,
      root: folder.root,
      tree: tree.files,
      known,
      nested,
      isOurs: (path) => ours.has(path),
      isCommitted: holds,
    },
    listing,
  );
  if (changes.length === 0) return changes;
  // What was read just now may be what one of us has written since.
  const now = pathsOf(world.waiting.open(), world.waiting.all());
  return changes.filter(({ path }) => !now.has(path));
}

function pathsOf(open: readonly OpenStep[], waiting: readonly WaitingChange[]): Set<StoragePath> {
  return new Set([
    ...open.map(({ path }) => path),
    ...waiting.flatMap(({ steps }) => steps.map(({ path }) => path)),
  ]);
}

function withoutBlocked(change: WaitingChange, blocked: BlockedPaths): WaitingChange {
  return { ...change, steps: change.steps.filter(({ path }) => !blocked.has(path)) };
}

function resultsOf(
  ready: readonly WaitingChange[],
  empty: readonly string[],
  blocked: BlockedPaths,
): Map<string, ChangeResult> {
  const results = new Map<string, ChangeResult>(empty.map((id) => [id, {}]));
  for (const { id, steps } of ready) {
    // That a file is gone which no commit had needs no commit.
    const left = steps.filter(({ after }) => after !== null).map(({ path }) => path);
    const notCommitted = blockedAnswer(left, blocked);
    if (notCommitted) results.set(id, { ...results.get(id), notCommitted });
  }
  return results;
}

/** The rule that a repository of our making begins with. */
function ownAttributes(repository: Repository): OutsideChange[] {
  if (repository.kind !== 'own') return [];
  const path = '.gitattributes' as StoragePath;
  try {
    const bytes = readFileSync(`${repository.workTree}/${path}`);
    const isOurs = bytes.toString('utf8') === repositoryAttributes;
    return isOurs ? [{ path, bytes, action: 'added' }] : [];
  } catch {
    return [];
  }
}

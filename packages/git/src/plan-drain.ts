import { readFileSync } from 'node:fs';
import type { StoragePath, StoredFileInfo } from '@mem/core';
import { CommittedTree } from './committed-tree.js';
import { repositoryAttributes } from './create-repository.js';
import type { DrainWorld } from './drain-world.js';
import type { Head } from './head.js';
import { readState } from './history-state.js';
import { ignoredPaths, type NestedRepositories } from './ignored-paths.js';
import { type NotCommitted, notCommittedBecause } from './not-committed.js';
import { listAll, outsideChanges } from './outside-changes.js';
import {
  type OutsideChange,
  type PlannedCommit,
  planCommits,
  readyChanges,
} from './plan-commits.js';
import type { Repository } from './repository.js';
import type { RepositorySettings } from './settings.js';
import type { WaitingChange } from './waiting-change.js';
import type { ChangeResult, OpenStep } from './waiting-changes.js';

export interface CommitPlan {
  readonly tree: CommittedTree;
  readonly settings: RepositorySettings;
  readonly commits: readonly PlannedCommit[];
  /** Of changes that need no commit, or can have none. */
  readonly results: ReadonlyMap<string, ChangeResult>;
  readonly newest: ReadonlyMap<StoragePath, number>;
}

/** Looks at the directory, at what waits and at the last commit, and decides what to commit. */
export async function planDrain(
  world: DrainWorld,
  repository: Repository,
  head: Head,
  force: boolean,
): Promise<CommitPlan> {
  const [listing, tree, settings] = await Promise.all([
    listIfDue(world),
    CommittedTree.at(repository, head.commit, world.tree),
    world.settings.read(repository),
  ]);
  world.tree = tree;
  // In this order: a change that the listing shows was announced before, and what is no longer
  // announced waits.
  const open = world.waiting.open();
  const all = world.waiting.all();
  const { ready } = force ? { ready: all } : readyChanges(all, open);
  const nested = world.nested();
  const lenient = settings.convertsLineEnds;
  const holds = (path: StoragePath, bytes: Uint8Array | null, isLenient: boolean) =>
    tree.holds(path, bytes, isLenient && lenient);
  const outside = listing
    ? await findOutside({ world, tree, holds, nested, open, all, listing })
    : [];
  const blocked = await blockedPaths(tree, nested, ready, outside);
  const firsts = head.commit === undefined ? ownAttributes(repository) : [];
  const plan = planCommits({
    isCommitted: holds,
    outside: [...firsts, ...outside.filter(({ path }) => !blocked.has(path))],
    waiting: ready.map((change) => withoutBlocked(change, blocked)),
    committed: readState(world.folder).newest,
    open: [...open, ...all.flatMap(({ steps }) => steps)],
    isFirst: head.commit === undefined,
    now: Date.now(),
  });
  return {
    tree,
    settings,
    commits: plan.commits,
    results: resultsOf(ready, plan.empty, blocked),
    newest: plan.newest,
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

/** New files that the repository ignores, and files of repositories inside the directory. */
async function blockedPaths(
  tree: CommittedTree,
  nested: NestedRepositories,
  waiting: readonly WaitingChange[],
  outside: readonly OutsideChange[],
): Promise<Map<StoragePath, NotCommitted>> {
  const paths = new Set([
    ...waiting.flatMap(({ steps }) => steps.map(({ path }) => path)),
    ...outside.map(({ path }) => path),
  ]);
  const blocked = new Map<StoragePath, NotCommitted>();
  for (const path of paths) {
    const folder = nested.folderOf(path);
    if (folder !== undefined) blocked.set(path, inNested(path, folder));
  }
  const fresh = [...paths].filter((path) => !tree.files.has(path) && !blocked.has(path));
  for (const path of await ignoredPaths(tree.repository, fresh)) blocked.set(path, isIgnored(path));
  return blocked;
}

function inNested(path: StoragePath, folder: string): NotCommitted {
  return notCommittedBecause(
    'nested',
    `${path} lies in a repository of its own (${folder}). Commit it there, or move the file out.`,
  );
}

function isIgnored(path: StoragePath): NotCommitted {
  return notCommittedBecause(
    'ignored',
    `${path} is ignored by the repository. Take the pattern out of .gitignore, or use a private history.`,
  );
}

function withoutBlocked(
  change: WaitingChange,
  blocked: ReadonlyMap<StoragePath, NotCommitted>,
): WaitingChange {
  return { ...change, steps: change.steps.filter(({ path }) => !blocked.has(path)) };
}

function resultsOf(
  ready: readonly WaitingChange[],
  empty: readonly string[],
  blocked: ReadonlyMap<StoragePath, NotCommitted>,
): Map<string, ChangeResult> {
  const results = new Map<string, ChangeResult>(empty.map((id) => [id, {}]));
  for (const { id, steps } of ready) {
    const reason = steps
      .map(({ path }) => blocked.get(path))
      .find((answer) => answer !== undefined);
    if (reason) results.set(id, { ...results.get(id), notCommitted: reason });
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

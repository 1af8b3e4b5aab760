import { setTimeout as pause } from 'node:timers/promises';
import { isMemoryError, MemoryError, type Storage, type StoragePath } from '@mem/core';
import { type FileToRestore, restoreFiles } from '@mem/core/internal';
import { blobId, blobIdWithoutCr } from '../blob-id.js';
import { GitError } from '../git-error.js';
import { readHead, readTree, type TreeFile } from '../head.js';
import { hasMoved } from '../import-commits.js';
import { withLease } from '../lease.js';
import { type MadeChange, MadeChanges } from '../made-changes.js';
import { type NotCommitted, Obstacle } from '../not-committed.js';
import { branchLocked } from '../reference-locks.js';
import { refreshIndex } from '../refresh-index.js';
import { gitIn } from '../repository.js';
import { refuseConflicts, refuseInProgress, waitForIndex } from '../repository-state.js';
import { sameBytes } from '../same-bytes.js';
import { stagedVersions } from '../staged-versions.js';
import { WaitingChanges } from '../waiting-changes.js';
import type { ChangedFile } from './merge-commits.js';
import { rulesPath } from './merge-rules.js';
import type { SyncWorld } from './sync-world.js';
import { type NeededSpace, withSpace } from './with-space.js';
import { writeRules } from './write-rules.js';

const leasePatienceMs = 15_000;

/** Somebody has changed a file or the branch in the meantime: begin again from what is there now. */
export class Overtaken extends Error {
  readonly path: StoragePath | undefined;
  /** What keeps the branch from being moved, where that is known. */
  readonly locked: NotCommitted | undefined;

  constructor({ path, locked }: { path?: StoragePath | undefined; locked?: NotCommitted } = {}) {
    super('overtaken');
    this.path = path;
    this.locked = locked;
  }
}

export interface Landing {
  /** The commit that becomes the branch's. */
  readonly commit: string;
  /** The commit that the branch is at; undefined for none. */
  readonly from: string | undefined;
  /** What the directory must hold at these paths and what it holds then; null stands for no file. */
  readonly files: ReadonlyMap<StoragePath, { from: TreeFile | undefined; to: Uint8Array | null }>;
  /** What the commit changes of the repository's rules for git. */
  readonly rules?: ChangedFile;
  /** For a change that somebody made here, which can be taken back. */
  readonly made?: Pick<MadeChange, 'mark' | 'message' | 'undoes'>;
}

/**
 * Makes a commit what the directory holds: writes its files, all or none and only over what is
 * still as the last commit has it, then moves the branch. Files come first: when this is cut off
 * in between, they count as changes made by hand, and the next merge finds both sides agreed.
 *
 * @returns false when another git holds the index, which then shows the files as they were
 * @throws Overtaken with nothing changed, Obstacle, MemoryError
 */
export async function landCommit(world: SyncWorld, landing: Landing): Promise<boolean> {
  const { repository, folder } = world;
  const isFresh = await withLease(folder, 'commit', { patience: leasePatienceMs }, async () => {
    refuseInProgress(repository);
    await waitForIndex(repository);
    const [head] = await Promise.all([readHead(repository), refuseConflicts(repository)]);
    if (head.commit !== landing.from) throw new Overtaken();
    const staged = await stagedVersions(repository, landing.from);
    const before = await readReplaced(world, landing);
    await withSpace(world, spaceFor(before), async (storage) => {
      // While no other program is between looking at a file and writing it.
      await new WaitingChanges(folder).inOrder(() => restoring(storage, before));
      await moveOrTakeBack(world, head.branch, landing, before);
    });
    await noteMade(world, landing);
    if (landing.rules) writeRules(repository, landing.rules);
    const tree = await readTree(repository, landing.commit);
    // A version that somebody has staged beside what the last commit held is theirs, and stays.
    const files = [...landing.files.keys()].filter((path) => !staged.has(path));
    const paths = [...files, ...(landing.rules ? [rulesPath] : [])];
    return await refreshIndex(repository, paths, tree);
  });
  return isFresh ?? true;
}

/** A file as it stands there and is to be replaced. */
interface Replaced extends FileToRestore {
  readonly now: Uint8Array | null;
}

/** @throws Overtaken when a file is not as the last commit has it */
async function readReplaced(
  { storage, repository }: SyncWorld,
  { files }: Landing,
): Promise<Replaced[]> {
  const replaced: Replaced[] = [];
  for (const [path, { from, to }] of files) {
    const file = await storage.read(path);
    const state = stateOf(repository.objectFormat, file?.bytes, from);
    if (state === 'other') throw new Overtaken({ path });
    const before = to && state === 'crlf' ? withCrlf(to) : to;
    replaced.push({ path, before, after: file?.version ?? null, now: file?.bytes ?? null });
  }
  return replaced;
}

function spaceFor(replaced: readonly Replaced[]): NeededSpace {
  const sizes = replaced.map(({ path, before }) => [path, before?.length ?? 0] as const);
  return {
    files: new Map(sizes),
    replaced: replaced.reduce((sum, { now }) => sum + (now?.length ?? 0), 0),
  };
}

async function restoring(storage: Storage, files: readonly FileToRestore[]): Promise<void> {
  try {
    await restoreFiles(storage, files);
  } catch (error) {
    if (isMemoryError(error) && error.code === 'CONFLICT') {
      throw new Overtaken({ path: error.path });
    }
    throw error;
  }
}

async function moveOrTakeBack(
  world: SyncWorld,
  branch: string,
  landing: Landing,
  replaced: readonly Replaced[],
): Promise<void> {
  try {
    await moveBranch(world, branch, landing);
  } catch (error) {
    // What cannot be taken back counts as made by hand, and both sides agree the next time.
    await takeBack(world.storage, replaced).catch(() => {});
    throw error;
  }
}

/** Only what is still as it was written here a moment ago. */
async function takeBack(storage: Storage, replaced: readonly Replaced[]): Promise<void> {
  const files: FileToRestore[] = [];
  for (const { path, before: written, now } of replaced) {
    const file = await storage.read(path);
    if (!sameBytes(file?.bytes ?? null, written)) continue;
    files.push({ path, before: now, after: file?.version ?? null });
  }
  await restoreFiles(storage, files);
}

/** `crlf`: what git makes of it where it converts line ends. */
function stateOf(
  format: 'sha1' | 'sha256',
  bytes: Uint8Array | undefined,
  file: TreeFile | undefined,
): 'same' | 'crlf' | 'other' {
  if (bytes === undefined || file === undefined) return bytes === file ? 'same' : 'other';
  if (blobId(format, bytes) === file.id) return 'same';
  return blobIdWithoutCr(format, bytes) === file.id ? 'crlf' : 'other';
}

function withCrlf(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1').replace(/\r?\n/g, '\r\n');
  return Buffer.from(text, 'latin1');
}

async function moveBranch(
  { repository }: SyncWorld,
  branch: string,
  { commit, from }: Landing,
): Promise<void> {
  const absent = '0'.repeat(repository.objectFormat === 'sha256' ? 64 : 40);
  const args = ['update-ref', '-m', 'mem: synchronise', branch, commit, from ?? absent];
  try {
    await gitIn(repository, args, { writes: true });
  } catch (error) {
    if (!(error instanceof GitError) || !hasMoved(error.detail)) throw error;
    const locked = branchLocked(repository, branch);
    throw new Overtaken(locked ? { locked } : {});
  }
}

/** The branch has moved: what is not noted now is not taken back later, and no more. */
async function noteMade({ storage, folder }: SyncWorld, { commit, files, made }: Landing) {
  if (made === undefined) return;
  const paths = [...files.keys()];
  const { message, undoes } = made;
  const change = { message, paths, ...(undoes === undefined ? {} : { undoes }) };
  try {
    const kept = (await storage.checkpoint?.(change))?.change;
    const noted = { ...made, commit, paths, uncommitted: [] };
    new MadeChanges(folder).add([kept === undefined ? noted : { ...noted, change: kept }]);
  } catch {
    // A full disk, say.
  }
}

const attempts = 12;

/**
 * Runs the action again while others get in between.
 *
 * @throws MemoryError CONFLICT when they keep doing so, Obstacle when a lock does
 */
export async function untilNotOvertaken<T>(action: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      if (attempt === attempts) throw overtaken(error);
      await pause(Math.random() * 30 * attempt);
    }
  }
}

function overtaken(error: Overtaken): Error {
  const { path, locked } = error;
  if (locked) return new Obstacle(locked);
  return new MemoryError(
    'CONFLICT',
    `Nothing was synchronised: ${path ?? 'the branch'} is not as the history has it, or others kept changing it. Look at it, then try again.`,
    { cause: error, ...(path === undefined ? {} : { path }) },
  );
}

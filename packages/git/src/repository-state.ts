import { existsSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { notCommitted, notCommittedDuring, Obstacle } from './not-committed.js';
import { gitIn, hasIndex, type Repository, readIfThere } from './repository.js';

/** Files in the folder of git that are there while something is in progress. */
const marks = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-apply/applying', 'patches'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['sequencer', 'cherry-pick'],
  ['BISECT_LOG', 'bisect'],
] as const;

/** @throws Obstacle when the user is in the middle of something that a commit would disturb */
export function refuseInProgress(repository: Repository): void {
  const { gitDir } = repository;
  for (const [mark, reason] of marks) {
    if (!existsSync(`${gitDir}/${mark}`)) continue;
    const known = mark === 'sequencer' ? sequenceReason(gitDir) : reason;
    throw new Obstacle(notCommittedDuring(known));
  }
}

/** Between two commits of a row of them, only the list of those to come tells what it is. */
function sequenceReason(gitDir: string): 'cherry-pick' | 'revert' {
  return readIfThere(`${gitDir}/sequencer/todo`).startsWith('revert') ? 'revert' : 'cherry-pick';
}

/** Tells one state of the index from another; undefined where there is none. */
export function indexMark({ gitDir }: Repository): string | undefined {
  const status = statSync(`${gitDir}/index`, { throwIfNoEntry: false });
  return status && `${gitDir} ${status.ino} ${status.size} ${status.mtimeMs}`;
}

/**
 * @param free the mark of an index that has no conflicts, which need not be looked into again
 * @throws Obstacle when memory files are left with conflicts, as after `git stash pop`
 */
export async function refuseConflicts(repository: Repository, free?: string): Promise<void> {
  if (!hasIndex(repository)) return;
  if (free !== undefined && indexMark(repository) === free) return;
  const args = ['ls-files', '--unmerged', '-z', '--', repository.prefix || '.'];
  const { stdout } = await gitIn(repository, args);
  if (stdout.length > 0) throw new Obstacle(notCommittedDuring('conflicted'));
}

const patience = 3000;
/** The lock that was waited for in vain: it is not waited for again. */
let stale: string | undefined;

/** Waits for a few seconds while another git holds the index. @throws Obstacle */
export async function waitForIndex(repository: Repository): Promise<void> {
  if (!hasIndex(repository)) return;
  const started = performance.now();
  for (let lock = lockOf(repository); lock !== undefined; lock = lockOf(repository)) {
    if (lock === stale || performance.now() - started > patience) {
      stale = lock;
      throw new Obstacle(notCommitted('index-locked'));
    }
    await pause(10 + Math.random() * 30);
  }
}

/** Tells one holding of the lock from another. */
export function lockOf({ gitDir }: Repository): string | undefined {
  const status = statSync(`${gitDir}/index.lock`, { throwIfNoEntry: false });
  return status && `${gitDir} ${status.ino} ${status.mtimeMs}`;
}

import { lstatSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { StorageError } from '@mem/core';
import { nonce, ownIdentity, stateOf } from '@mem/fs-node/internal';
import { parseObject, parseOwner } from './json.js';
import type { WorkFolder } from './work-folder.js';

const heartbeatMs = 2000;
/** A holder whose process cannot be looked up from here counts as gone after so long a silence. */
const silenceMs = 30_000;
const longestPauseMs = 15;

export interface LeaseOptions {
  /** In milliseconds: how long to wait for others. */
  readonly patience: number;
  /** Asked while waiting: is there nothing left to do? */
  readonly isNeedless?: () => boolean;
}

/**
 * Runs the action, which may take long, while no other process does so under this name. The
 * holder is written down in a file, and the lock of the memory directory is held only while that
 * file is looked at and changed. A killed holder is recognised at once, a living one never robbed.
 *
 * @returns what the action returns; undefined when it became needless
 * @throws StorageError, retryable, when others hold it all the time: the action did not run
 */
export async function withLease<T>(
  folder: WorkFolder,
  name: string,
  options: LeaseOptions,
  action: () => Promise<T>,
): Promise<T | undefined> {
  return await queued(folder.path(name), async () => {
    if (!(await acquire(folder, name, options))) return undefined;
    const heartbeat = setInterval(() => touch(folder.path(name)), heartbeatMs);
    heartbeat.unref();
    try {
      return await action();
    } finally {
      clearInterval(heartbeat);
      await release(folder, name);
    }
  });
}

/** Of this process; its holdings follow one another, so that one mark for all is enough. */
const mark = nonce();

const queues = new Map<string, Promise<unknown>>();

/** One at a time within the process, in the order of asking; others need not be looked at. */
async function queued<T>(key: string, action: () => Promise<T>): Promise<T> {
  const before = queues.get(key);
  const turn = (async () => {
    await before?.catch(() => {});
    return await action();
  })();
  queues.set(key, turn);
  try {
    return await turn;
  } finally {
    if (queues.get(key) === turn) queues.delete(key);
  }
}

async function acquire(
  folder: WorkFolder,
  name: string,
  { patience, isNeedless }: LeaseOptions,
): Promise<boolean> {
  const started = performance.now();
  for (let attempt = 0; ; attempt++) {
    if (isNeedless?.()) return false;
    if (!looksHeld(folder, name) && (await folder.locked(() => take(folder, name)))) return true;
    if (performance.now() - started > patience) throw busy();
    await pause(Math.random() * Math.min(longestPauseMs, 1 + 2 ** attempt));
  }
}

function take(folder: WorkFolder, name: string): boolean {
  if (looksHeld(folder, name)) return false;
  // Killed while it writes, it leaves a text that names nobody: nobody holds the lease then.
  writeFileSync(folder.path(name), JSON.stringify({ ...ownIdentity(), mark }), { mode: 0o600 });
  return true;
}

async function release(folder: WorkFolder, name: string): Promise<void> {
  try {
    await folder.locked(() => {
      if (parseObject(folder.read(name))?.mark === mark) unlinkSync(folder.path(name));
    });
  } catch {
    // It stays: this process takes it again, and for others it ends with this process.
  }
}

function looksHeld(folder: WorkFolder, name: string): boolean {
  const path = folder.path(name);
  const holder = parseObject(folder.read(name));
  const owner = parseOwner(holder);
  if (owner === undefined || holder?.mark === mark) return false;
  const state = stateOf(owner);
  if (state !== 'foreign') return state === 'alive';
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status !== undefined && Date.now() - status.mtimeMs < silenceMs;
}

function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // The file is gone with the whole folder; the end of the action finds that out.
  }
}

function busy(): StorageError {
  return new StorageError(
    'Another program held the history of this memory directory all the time. Try again.',
    { operation: 'lock', retryable: true },
  );
}

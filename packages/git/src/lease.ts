import { utimesSync } from 'node:fs';
import { holdLock, localFileSystem } from '@mem/fs-node/internal';
import type { WorkFolder } from './work-folder.js';

const heartbeatMs = 2000;

export interface LeaseOptions {
  /** In milliseconds: how long to wait for others. */
  readonly patience: number;
  /** Asked while waiting: is there nothing left to do? */
  readonly isNeedless?: () => boolean;
}

/**
 * Runs the action, which may take long, while no other process does so under this name. A killed
 * holder is recognised at once, a living one never robbed.
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
    const lock = await holdLock({
      fileSystem: localFileSystem,
      root: folder.root,
      now: Date.now,
      name: folder.lockName(name),
      ...options,
    });
    if (lock === undefined) return undefined;
    const heartbeat = setInterval(() => touch(lock.path), heartbeatMs);
    heartbeat.unref();
    try {
      return await action();
    } finally {
      clearInterval(heartbeat);
      // What cannot be removed now is recognised as this process's own, or that of a dead one.
      lock.release([]);
    }
  });
}

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

function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // The file is gone with the whole folder; the end of the action finds that out.
  }
}

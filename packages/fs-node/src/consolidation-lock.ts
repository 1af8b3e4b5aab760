import { utimesSync } from 'node:fs';
import { MemoryError } from '@mem/core';
import { errorCode, isAbsent, reporting } from './failures.js';
import { localFileSystem } from './file-system.js';
import { MemoryDirectory } from './memory-directory.js';
import { readBytes } from './read-bytes.js';
import { discard, writeTemp } from './temp-file.js';
import { Workplace } from './workplace.js';

export interface ConsolidationLockOptions {
  /** Milliseconds since 1970; the system clock when omitted. */
  readonly now?: (() => number) | undefined;
}

/** Has the shape of `ConsolidationLock` in `@mem/session`. */
export interface DirectoryConsolidationLock {
  lastRun(): Promise<number | undefined>;
  acquire(): Promise<{ release(ran: boolean): Promise<void> } | undefined>;
}

const lockName = '.consolidate-lock';
/** A holder that did not end its run by then is taken for gone, whether or not it lives. */
const staleMs = 60 * 60 * 1000;

/**
 * Claude Code's lock on the consolidation of a memory directory, understood as Claude Code does: the
 * file holds the process id of who has it, and its time of change is when a run was last begun.
 * It is taken when that process is gone or an hour has passed.
 */
export function createConsolidationLock(
  directory: string,
  { now = Date.now }: ConsolidationLockOptions = {},
): DirectoryConsolidationLock {
  const memoryDirectory = new MemoryDirectory(directory, {
    fileSystem: localFileSystem,
    maxFileSize: 0,
    durability: 'process',
    now,
  });
  return {
    lastRun: () =>
      reporting('read', undefined, () => {
        const root = memoryDirectory.root();
        return root === undefined ? undefined : look(`${root}/${lockName}`)?.mtimeMs;
      }),
    acquire: () =>
      reporting('write', undefined, () => acquire(new Workplace(memoryDirectory), now)),
  };
}

/** Locks that this very process has: by its own id alone it could not tell them from old ones. */
const heldHere = new Set<string>();

async function acquire(workplace: Workplace, now: () => number) {
  const path = `${workplace.root}/${lockName}`;
  // Among our own processes the lock of the memory files decides: one looks and takes at a time.
  const taken = await workplace.locked([], () => take(workplace, path, now()));
  if (taken === undefined) return undefined;
  heldHere.add(path);
  return {
    async release(ran: boolean): Promise<void> {
      heldHere.delete(path);
      try {
        await workplace.locked([], () => release(workplace, path, ran ? 'now' : taken.before));
      } catch {
        // What was done is done. The lock that stays names a process that will soon be gone.
      }
    },
  };
}

interface Taken {
  /** The time of the last run before this one; undefined when there was no lock file. */
  readonly before: number | undefined;
}

function take(workplace: Workplace, path: string, now: number): Taken | undefined {
  const seen = look(path);
  if (seen !== undefined && isHeld(path, seen, now)) return undefined;
  const temp = writeTemp(localFileSystem, workplace.root, bytesOf(`${process.pid}`), {
    sync: false,
  });
  try {
    if (seen === undefined) {
      if (!appear(temp, path)) return undefined;
    } else localFileSystem.renameSync(temp, path);
  } finally {
    discard(localFileSystem, temp);
  }
  // Another program that found the same lock stale may have written its id over ours.
  return look(path)?.pid === process.pid ? { before: seen?.mtimeMs } : undefined;
}

/** False when another program made the file first. */
function appear(temp: string, path: string): boolean {
  try {
    localFileSystem.linkSync(temp, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    // No hard links here: then the one who writes last has it.
    localFileSystem.renameSync(temp, path);
    return true;
  }
}

interface Seen {
  readonly pid: number | undefined;
  readonly mtimeMs: number;
}

function look(path: string): Seen | undefined {
  try {
    const { bytes, status } = readBytes(localFileSystem, path, 64, 4096);
    if (!status.isFile()) throw notAFile();
    const text = bytes === undefined ? '' : new TextDecoder().decode(bytes).trim();
    const pid = /^\d{1,10}$/.test(text) ? Number(text) : undefined;
    return { pid, mtimeMs: status.mtimeMs };
  } catch (error) {
    if (isAbsent(error)) return undefined;
    if (['ELOOP', 'EISDIR', 'ENXIO'].includes(errorCode(error) ?? '')) throw notAFile();
    throw error;
  }
}

function notAFile(): MemoryError {
  return new MemoryError(
    'REFUSED',
    `${lockName} in the memory directory is not a regular file, so nobody can tell whether a consolidation is going on. Nothing was done; remove it and try again.`,
  );
}

function isHeld(path: string, { pid, mtimeMs }: Seen, now: number): boolean {
  if (now - mtimeMs >= staleMs || pid === undefined || pid === 0) return false;
  // Ids are given again, above all in containers: an old file may name us.
  return pid === process.pid ? heldHere.has(path) : isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function release(workplace: Workplace, path: string, time: 'now' | number | undefined): void {
  // Taken from us, since we were too long at it: what is there is another program's.
  if (look(path)?.pid !== process.pid) return;
  if (time === undefined) {
    localFileSystem.unlinkSync(path);
    return;
  }
  const temp = writeTemp(localFileSystem, workplace.root, new Uint8Array(0), { sync: false });
  try {
    if (time !== 'now') utimesSync(temp, time / 1000, time / 1000);
    localFileSystem.renameSync(temp, path);
  } finally {
    discard(localFileSystem, temp);
  }
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

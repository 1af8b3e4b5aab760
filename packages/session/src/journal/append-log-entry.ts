import {
  GuardError,
  type GuardOptions,
  isAppendable,
  isMemoryError,
  MemoryError,
  type Problem,
  type Storage,
  type StoragePath,
  type StorageWarning,
} from '@mem/core';
import { judgeChange } from '@mem/core/internal';
import { renderBullet } from './bullet.js';
import { localTime } from './local-time.js';
import { logPath } from './log-path.js';

export interface NewLogEntry {
  readonly text: string;
  /** When it happened; now when omitted. */
  readonly at?: Date | undefined;
  /** An IANA name, whose midnight begins the next file; the system's when omitted. */
  readonly timeZone?: string | undefined;
  /** What must not be kept, as the store is told it; the built-in rules when omitted. */
  readonly guard?: GuardOptions | undefined;
  /** Rules of the guard that a person sets aside; all with `true`. Never for a model. */
  readonly override?: true | readonly string[] | undefined;
}

export interface AppendedLogEntry {
  readonly path: StoragePath;
  /** The lines as they stand in the file, with the line end. */
  readonly bullet: string;
  /** What the guard only warns of, and what went wrong beside the change. */
  readonly warnings: readonly Problem[];
}

/**
 * Adds a bullet to the day's log, which is made when there is none. Any number of writers lose
 * nothing.
 *
 * @throws MemoryError INVALID_ENTRY for an empty text, a wrong date or time zone, a day before 1583
 *   or after 9999; LIMIT for a text of more than 16 KiB; STORAGE
 * @throws GuardError for a text that the guard refuses
 */
export async function appendLogEntry(
  storage: Storage,
  entry: NewLogEntry,
): Promise<AppendedLogEntry> {
  const { text, at = new Date(), timeZone } = entry;
  if (typeof text !== 'string') {
    throw new MemoryError('INVALID_ENTRY', 'A log entry needs a text; this one is none.');
  }
  const time = localTime(at, timeZone);
  const path = logPath(time.date);
  const bullet = renderBullet(text, time);
  const warned = judge(path, text, entry);
  const bytes = new TextEncoder().encode(bullet);
  const { warnings } = isAppendable(storage)
    ? await storage.append(path, bytes)
    : await appendByReplacing(storage, path, bytes);
  return { path, bullet, warnings: [...warned, ...warnings.map(problemOf)] };
}

function problemOf({ path, message }: StorageWarning): Problem {
  return { kind: 'storage-warning', path: path ?? '.', message };
}

/** @returns what is only warned of */
function judge(
  path: StoragePath,
  text: string,
  { guard = {}, override, at = new Date() }: NewLogEntry,
): Problem[] {
  try {
    const warned = judgeChange({ path, after: { file: text }, override }, guard, at);
    return warned.map(({ field: _, ...problem }) => ({
      ...problem,
      message: named(problem.message),
    }));
  } catch (error) {
    if (error instanceof GuardError) throw new GuardError(named(error.message), error.findings);
    throw error;
  }
}

function named(message: string): string {
  return message.replace(/^The file/, 'The log entry');
}

/** Between two tries, in milliseconds. */
const longestPause = 50;

/** Where a storage cannot append: read, replace, and again when somebody was faster. */
async function appendByReplacing(
  storage: Storage,
  path: StoragePath,
  bytes: Uint8Array,
): Promise<{ warnings: readonly StorageWarning[] }> {
  for (let attempt = 0; ; attempt++) {
    const file = await storage.read(path);
    const expect = file?.version ?? null;
    try {
      return await storage.write(path, joined(file?.bytes, bytes), { expect });
    } catch (error) {
      if (!isMemoryError(error) || error.code !== 'CONFLICT') throw error;
    }
    await pause(Math.random() * Math.min(longestPause, 2 ** attempt));
  }
}

const lineFeed = 0x0a;

/** A last line that was left without its end gets one first. */
function joined(before: Uint8Array | undefined, bullet: Uint8Array): Uint8Array {
  if (before === undefined || before.length === 0) return bullet;
  const torn = before.at(-1) === lineFeed ? 0 : 1;
  const all = new Uint8Array(before.length + torn + bullet.length);
  all.set(before);
  if (torn) all[before.length] = lineFeed;
  all.set(bullet, before.length + torn);
  return all;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

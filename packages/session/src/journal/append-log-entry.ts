import {
  GuardError,
  guardText,
  isAppendable,
  isMemoryError,
  redactSecrets,
  type Storage,
  type StoragePath,
  type StorageWarning,
} from '@mem/core';
import { renderBullet } from './bullet.js';
import { localTime } from './local-time.js';
import { logPath } from './log-path.js';

export interface NewLogEntry {
  readonly text: string;
  /** When it happened; now when omitted. */
  readonly at?: Date | undefined;
  /** An IANA name, whose midnight begins the next file; the system's when omitted. */
  readonly timeZone?: string | undefined;
  /** Rules of the guard that a person sets aside; all with `true`. Never for a model. */
  readonly override?: true | readonly string[] | undefined;
}

export interface AppendedLogEntry {
  readonly path: StoragePath;
  /** The lines as they stand in the file, with the line end. */
  readonly bullet: string;
  readonly warnings: readonly StorageWarning[];
}

/**
 * Adds a bullet to the day's log, which is made when there is none. Any number of writers lose
 * nothing.
 *
 * @throws MemoryError INVALID_ENTRY for an empty text, a wrong date or time zone; LIMIT for a text
 *   of more than 16 KiB; STORAGE
 * @throws GuardError for a text with a secret in it
 */
export async function appendLogEntry(
  storage: Storage,
  { text, at = new Date(), timeZone, override }: NewLogEntry,
): Promise<AppendedLogEntry> {
  const time = localTime(at, timeZone);
  const path = logPath(time.date);
  const bullet = renderBullet(text, time);
  requireHarmless(text, override);
  const bytes = new TextEncoder().encode(bullet);
  const { warnings } = isAppendable(storage)
    ? await storage.append(path, bytes)
    : await appendByReplacing(storage, path, bytes);
  return { path, bullet, warnings };
}

function requireHarmless(text: string, override: NewLogEntry['override']): void {
  if (override === true || isPlain(text)) return;
  const refused = guardText({ file: text }).filter(
    ({ action, rule }) => action === 'refuse' && !override?.includes(rule),
  );
  const [first] = refused;
  if (first === undefined) return;
  throw new GuardError(
    `The log entry holds what must not be written down (rule ${first.rule}, line ${first.line}); nothing was written. Say where it is kept instead.`,
    refused,
  );
}

/** Far faster than all rules, and true for nearly every text: no secret, and no sign that hides. */
function isPlain(text: string): boolean {
  return /^[\t\n\r -~]*$/.test(text) && redactSecrets(text) === text;
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

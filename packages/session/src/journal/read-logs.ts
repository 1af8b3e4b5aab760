import { MemoryError, type Problem, type Storage, type StoragePath } from '@mem/core';
import { decodeText } from '@mem/core/internal';
import { isDate, type LogName, logFolder, parseLogPath } from './log-path.js';
import { type LogBullet, parseLog } from './parse-log.js';

export interface ReadLogsOptions {
  /** The first day, `YYYY-MM-DD`; all from the beginning when omitted. */
  readonly since?: string | undefined;
  /** The last day, `YYYY-MM-DD`, itself included; to the end when omitted. */
  readonly until?: string | undefined;
}

/** A day, or in the newer layout one conversation of a day. */
export interface LogFile extends LogName {
  readonly path: StoragePath;
  readonly text: string;
  readonly bullets: readonly LogBullet[];
}

export interface LogsResult {
  /** In order of days, then of paths. */
  readonly files: readonly LogFile[];
  readonly problems: readonly Problem[];
}

/**
 * The logs of the days, in both layouts: a file a day, or one a conversation. A file that cannot
 * be read is a problem and hides none of the others.
 *
 * @throws MemoryError INVALID_ENTRY for a day that is not in the calendar; STORAGE when the logs
 *   cannot be listed
 */
export async function readLogs(
  storage: Storage,
  { since, until }: ReadLogsOptions = {},
): Promise<LogsResult> {
  for (const day of [since, until]) requireDate(day);
  const found: (LogName & { path: StoragePath })[] = [];
  for await (const { path } of storage.list(logFolder)) {
    const name = parseLogPath(path);
    if (name && !(since && name.date < since) && !(until && name.date > until)) {
      found.push({ path, ...name });
    }
  }
  found.sort((a, b) => compare(a.date, b.date) || compare(a.path, b.path));
  const files: LogFile[] = [];
  const problems: Problem[] = [];
  for (const name of found) {
    const read = await readLog(storage, name.path);
    if (typeof read === 'string') files.push({ ...name, text: read, bullets: parseLog(read) });
    else if (read) problems.push(read);
  }
  return { files, problems };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function requireDate(day: string | undefined): void {
  if (day === undefined || isDate(day)) return;
  throw new MemoryError(
    'INVALID_ENTRY',
    `${JSON.stringify(day)} is no day. Write it as YYYY-MM-DD, as in 2026-05-01.`,
  );
}

async function readLog(storage: Storage, path: StoragePath): Promise<string | Problem | undefined> {
  try {
    const file = await storage.read(path);
    return file && decodeText(file.bytes).text;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    return { kind: 'file-unreadable', path, message: `The log could not be read: ${why}` };
  }
}

import { isMemoryError } from '../errors.js';
import { sha256 } from '../sha256.js';
import { isAppendable, type Storage, type StoredFile, type Version } from '../storage.js';
import { storagePath } from '../storage-path.js';
import { jitter } from '../store/jitter.js';
import { isWatched } from './is-watched.js';
import { afterSteps, type SeenFile, type SeenFiles, type SeenStep } from './seen-record.js';

// `.mem/seen/known.json`: what was accepted or added up, and how far the log is in it.
// `.mem/seen/log`: what this toolkit did since, a line of JSON a step.

const knownPath = storagePath('.mem/seen/known.json');
const logPath = storagePath('.mem/seen/log');

/** A longer log is added up by the next writer that comes new. In bytes. */
const longLog = 512 * 1024;

/** How much of the log is in `known.json` already. */
interface Through {
  /** Tells this log from one that was begun anew. */
  readonly head: string;
  readonly bytes: number;
}

export interface SeenState {
  readonly files: SeenFiles;
  /** When a person last accepted what others had changed, ISO 8601. */
  readonly acceptedAt: string | undefined;
  readonly knownVersion: Version | null;
  readonly log: StoredFile | undefined;
}

/** What this toolkit left, and what was accepted. Broken records count as none. */
export async function readSeen(storage: Storage): Promise<SeenState> {
  const known = await storage.read(knownPath);
  const log = await storage.read(logPath);
  const record = known && readKnown(known.bytes);
  const steps = log ? readSteps(log.bytes, record?.through) : [];
  return {
    files: afterSteps(record?.files ?? new Map(), steps),
    acceptedAt: record?.acceptedAt,
    knownVersion: known?.version ?? null,
    log,
  };
}

/**
 * Writes down what is known now and begins a new log.
 *
 * @throws ConflictError when another process did so in the meantime
 */
export async function writeKnown(
  storage: Storage,
  files: SeenFiles,
  { knownVersion, log, acceptedAt }: Omit<SeenState, 'files'>,
): Promise<void> {
  const through = log && { head: headOf(log.bytes), bytes: log.bytes.length };
  const record = { acceptedAt, through, files: [...files].map(fileJson) };
  await storage.write(knownPath, encode(JSON.stringify(record)), { expect: knownVersion });
  if (log === undefined || log.bytes.length < longLog) return;
  try {
    await storage.remove(logPath, { expect: log.version });
  } catch (error) {
    // It has grown meanwhile: what is in `known.json` is passed over when it is read.
    if (!isMemoryError(error)) throw error;
  }
}

/** Notes what was done, for good unless the storage fails. */
export async function appendSteps(storage: Storage, steps: readonly SeenStep[]): Promise<void> {
  const lines = encode(steps.map((step) => `${JSON.stringify(step)}\n`).join(''));
  if (isAppendable(storage)) {
    await storage.append(logPath, lines);
    return;
  }
  for (let attempt = 0; ; attempt++) {
    const log = await storage.read(logPath);
    const old = log?.bytes ?? new Uint8Array();
    const bytes = new Uint8Array(old.length + lines.length);
    bytes.set(old);
    bytes.set(lines, old.length);
    try {
      await storage.write(logPath, bytes, { expect: log?.version ?? null });
      return;
    } catch (error) {
      if (!isMemoryError(error) || error.code !== 'CONFLICT') throw error;
      await jitter(attempt);
    }
  }
}

/** Adds a long log up, so that it does not grow for ever. */
export async function shortenLog(storage: Storage): Promise<void> {
  for await (const { path, size } of storage.list(storagePath('.mem/seen'))) {
    if (path !== logPath || size < longLog) continue;
    const state = await readSeen(storage);
    await writeKnown(storage, state.files, state);
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function fileJson([path, { digests, versions }]: readonly [string, SeenFile]) {
  return [path, [...digests], [...versions]];
}

interface KnownRecord {
  readonly files: SeenFiles;
  readonly acceptedAt?: string;
  readonly through?: Through;
}

function readKnown(bytes: Uint8Array): KnownRecord | undefined {
  try {
    const { files, acceptedAt, through } = JSON.parse(new TextDecoder().decode(bytes));
    return {
      files: new Map(
        (files as [string, (string | null)[], string[]][]).map(([path, digests, versions]) => [
          storagePath(path),
          { digests: new Set(digests), versions: new Set(versions) },
        ]),
      ),
      ...(typeof acceptedAt === 'string' ? { acceptedAt } : {}),
      ...(through ? { through: { head: String(through.head), bytes: Number(through.bytes) } } : {}),
    };
  } catch {
    return undefined;
  }
}

function readSteps(log: Uint8Array, through: Through | undefined): SeenStep[] {
  const isSameLog =
    through !== undefined && through.bytes <= log.length && headOf(log) === through.head;
  const text = new TextDecoder().decode(isSameLog ? log.subarray(through.bytes) : log);
  return text.split('\n').flatMap(readStep);
}

/** A line that was torn when its writer was killed says nothing. */
function readStep(line: string): SeenStep[] {
  if (line === '') return [];
  try {
    const { path, movedFrom, from, to, version, at } = JSON.parse(line) as SeenStep;
    const places = { path: storagePath(path), movedFrom: movedFrom && storagePath(movedFrom) };
    const step = { ...places, from, to: to === null ? null : String(to), version };
    return isWatched(step.path) ? [{ ...step, at: Number(at) || 0 }] : [];
  } catch {
    return [];
  }
}

/** Of the first line, which holds a time and a version: no other log begins like it. */
function headOf(log: Uint8Array): string {
  const end = log.indexOf(0x0a);
  return sha256(log.subarray(0, end < 0 ? log.length : end)).slice(0, 16);
}

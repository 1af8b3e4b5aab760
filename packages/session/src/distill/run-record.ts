import {
  indexPath,
  isMemoryError,
  MemoryError,
  type Storage,
  type StoragePath,
  storagePath,
} from '@mem/core';
import { keptCopyName, sha256 } from '@mem/core/internal';
import type { PlannedOperation } from './plan.js';
import { entryPath, readOperations } from './read-plan.js';
import type { SimulatedOperation, Simulation } from './simulate.js';

/** A file of a run: by its bytes' SHA-256, so that what happened to it can be told at any time. */
export interface RunFile {
  readonly path: StoragePath;
  /** Of the operation. */
  readonly operation: string;
  /** Null where there was no file. */
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * - `applying`: begun, and not known to be finished
 * - `applied`: finished
 * - `undone`: taken back
 */
export type RunState = 'applying' | 'applied' | 'undone';

/** Written before the first change of a run, with copies of all that it replaces beside it. */
export interface RunRecord {
  readonly version: 1;
  readonly id: string;
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  readonly state: RunState;
  /** What is to be done; none once it is, as they hold words that may have to go for good. */
  readonly operations: readonly PlannedOperation[];
  /** Ids of operations that were not done after all; known when the run is finished. */
  readonly refused: readonly string[];
  readonly files: readonly RunFile[];
  readonly index: {
    readonly before: string | null;
    /** What each operation leaves, in order; the last one is what the run leaves. */
    readonly states: readonly (string | null)[];
  };
}

const folder = storagePath('.mem/distill');
const runsKept = 10;
const orphanMs = 60 * 60 * 1000;

/** Keeps copies and the record. Until this is through, nothing else was changed. */
export async function beginRun(
  storage: Storage,
  { operations, index }: Simulation,
  at: number,
): Promise<RunRecord> {
  const id = `${at.toString(36).padStart(9, '0')}-${randomName()}`;
  const states = operations.map((simulated) => simulated.index);
  const record: RunRecord = {
    version: 1,
    id,
    at,
    state: 'applying',
    operations: operations.map(({ operation }) => operation),
    refused: [],
    files: operations.flatMap(filesOf),
    index: { before: hashOf(index), states: states.map(hashOf) },
  };
  for (const { path, before } of operations.flatMap(({ steps }) => steps)) {
    await keepCopy(storage, id, path, before);
  }
  for (const bytes of [index, states.at(-1) ?? null]) {
    await keepCopy(storage, id, indexPath, bytes);
  }
  await writeRecord(storage, record);
  return record;
}

function filesOf({ operation, steps }: SimulatedOperation): RunFile[] {
  return steps.map(({ path, before, after }) => ({
    path,
    operation: operation.id,
    before: hashOf(before),
    after: hashOf(after),
  }));
}

export function hashOf(bytes: Uint8Array | null | undefined): string | null {
  return bytes ? sha256(bytes) : null;
}

export async function keepCopy(
  storage: Storage,
  id: string,
  path: StoragePath,
  bytes: Uint8Array | null,
): Promise<void> {
  if (bytes) await storage.write(copyPath(id, path, sha256(bytes)), bytes);
}

/** The kept bytes of the file with this hash; undefined when the copy is gone or is not what it was. */
export async function readCopy(
  storage: Storage,
  { id }: RunRecord,
  path: StoragePath,
  hash: string,
): Promise<Uint8Array | undefined> {
  const file = await storage.read(copyPath(id, path, hash));
  return file && sha256(file.bytes) === hash ? file.bytes : undefined;
}

export async function writeRecord(storage: Storage, record: RunRecord): Promise<void> {
  const text = `${JSON.stringify(record, null, 1)}\n`;
  await storage.write(recordPath(record.id), new TextEncoder().encode(text));
}

/** Every run of which a record can be read, newest first. */
export async function readRuns(storage: Storage): Promise<RunRecord[]> {
  const runs: RunRecord[] = [];
  for (const id of await runIds(storage)) {
    const record = await readRecord(storage, id);
    if (record) runs.push(record);
  }
  return runs;
}

/** The run that was begun last and neither finished nor taken back. */
export async function unfinishedRun(storage: Storage): Promise<RunRecord | undefined> {
  return (await readRuns(storage)).find(({ state }) => state === 'applying');
}

/**
 * The run that was begun last and not taken back.
 *
 * @throws MemoryError UNREADABLE_ENTRY where a later one may have been, of which the record is
 *   damaged: to take back an older one in its place would be what nobody asked for
 */
export async function lastRun(storage: Storage): Promise<RunRecord | undefined> {
  for (const id of await runIds(storage)) {
    const record = await readRecord(storage, id);
    if (record === undefined) {
      if (await storage.read(recordPath(id))) throw damaged(id);
    } else if (record.state !== 'undone') return record;
  }
  return undefined;
}

function damaged(id: string): MemoryError {
  const path = recordPath(id);
  return new MemoryError(
    'UNREADABLE_ENTRY',
    `${path} is damaged, so the last distillation cannot be taken back. Nothing was changed. What it replaced lies beside that file: bring back by hand what is missing, and remove the folder.`,
    { path },
  );
}

async function readRecord(storage: Storage, id: string): Promise<RunRecord | undefined> {
  const file = await storage.read(recordPath(id));
  if (!file) return undefined;
  try {
    return checkRecord(JSON.parse(new TextDecoder().decode(file.bytes)), id);
  } catch {
    return undefined;
  }
}

/** A directory may come from anywhere: a record must not name what is no memory. */
function checkRecord(value: unknown, id: string): RunRecord {
  const record = value as RunRecord;
  const states: readonly unknown[] = ['applying', 'applied', 'undone'];
  const isWhole =
    record.version === 1 &&
    record.id === id &&
    Number.isFinite(record.at) &&
    states.includes(record.state) &&
    record.refused.every((ref) => typeof ref === 'string') &&
    [record.index.before, ...record.index.states].every(isHash) &&
    record.files.every((file) => isHash(file.before) && isHash(file.after));
  if (!isWhole) throw new MemoryError('INVALID_ENTRY', `The record of run ${id} is damaged.`);
  return {
    ...record,
    operations: readOperations(record.operations),
    files: record.files.map((file) => ({ ...file, path: entryPath(file.path) })),
  };
}

function isHash(value: unknown): boolean {
  return value === null || (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value));
}

/** Keeps the newest runs, and takes away what is older or was never begun. */
export async function pruneRuns(storage: Storage, now: number): Promise<void> {
  const ids = await runIds(storage);
  const begun: string[] = [];
  for (const id of ids) if (await storage.read(recordPath(id))) begun.push(id);
  const kept = new Set(begun.slice(0, runsKept));
  const isYoung = (id: string) => now - Number.parseInt(id.slice(0, 9), 36) < orphanMs;
  const old = ids.filter((id) => !kept.has(id) && (begun.includes(id) || !isYoung(id)));
  for (const id of old) await removeRun(storage, id);
}

/** The record goes last: what is left of a removal that was cut off is removed by the next one. */
async function removeRun(storage: Storage, id: string): Promise<void> {
  const paths: StoragePath[] = [];
  for await (const { path } of storage.list(storagePath(`${folder}/${id}`))) paths.push(path);
  const last = recordPath(id);
  for (const path of paths.filter((each) => each !== last)) await storage.remove(path);
  await storage.remove(last);
}

/** Newest first. */
async function runIds(storage: Storage): Promise<string[]> {
  const ids = new Set<string>();
  for await (const { path } of storage.list(folder)) {
    const id = path.slice(folder.length + 1).split('/', 1)[0] ?? '';
    if (/^[0-9a-z]{9,12}-[0-9a-z]{8}$/.test(id)) ids.add(id);
  }
  return [...ids].sort().reverse();
}

function recordPath(id: string): StoragePath {
  return storagePath(`${folder}/${id}/run.json`);
}

function copyPath(id: string, path: StoragePath, hash: string): StoragePath {
  return storagePath(`${folder}/${id}/${keptCopyName(path, hash)}`);
}

function randomName(): string {
  return Math.random().toString(36).slice(2, 10).padEnd(8, '0');
}

/** Errors of the storage while something old is cleared away harm nobody. */
export async function pruneQuietly(storage: Storage, now: number): Promise<void> {
  try {
    await pruneRuns(storage, now);
  } catch (error) {
    if (!isMemoryError(error)) throw error;
  }
}

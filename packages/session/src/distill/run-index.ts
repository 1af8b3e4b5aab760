import { indexPath, isMemoryError, type Problem, type Storage } from '@mem/core';
import { createDirectoryView, settleIndex, typeLookup } from '@mem/core/internal';
import { fileStates } from './file-state.js';
import type { PlannedOperation } from './plan.js';
import { hashOf, keepCopy, type RunRecord, readCopy, writeRecord } from './run-record.js';
import { type StoreSettings, simulate } from './simulate.js';

/**
 * The record with what MEMORY.md will hold once the rest is done, for a run of which an operation
 * was refused: without it the index takes another course than was foreseen, and an undo could not
 * tell the lines of the run from those of others. Written before the rest is done.
 */
export async function foreseeRest(
  storage: Storage,
  record: RunRecord,
  rest: readonly PlannedOperation[],
  settings: StoreSettings,
): Promise<RunRecord> {
  try {
    const present = (await storage.read(indexPath))?.bytes ?? null;
    // Somebody else wrote into it: then their lines and ours are told apart one by one.
    if (!isOurs(record, hashOf(present))) return record;
    const untouched: PlannedOperation[] = [];
    for (const operation of rest) {
      const files = record.files.filter((file) => file.operation === operation.id);
      const states = await fileStates(storage, files);
      if (states.every(({ stands }) => stands === 'before')) untouched.push(operation);
    }
    const { operations } = await simulate(storage, untouched, new Date(record.at), settings);
    const left = operations.length === 0 ? present : (operations.at(-1)?.index ?? null);
    await keepCopy(storage, record.id, indexPath, left);
    const hashes = [...operations.map(({ index }) => hashOf(index)), hashOf(left)];
    const states = [...record.index.states, ...hashes];
    const foreseen = { ...record, index: { ...record.index, states } };
    await writeRecord(storage, foreseen);
    return foreseen;
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    return record;
  }
}

function isOurs({ index }: RunRecord, hash: string | null): boolean {
  return hash === index.before || index.states.includes(hash);
}

/** What a run that was cut off left undone in the index. */
export async function settleRun(
  storage: Storage,
  record: RunRecord,
  isPartly: boolean,
): Promise<readonly Problem[]> {
  const present = await storage.read(indexPath);
  const hash = hashOf(present?.bytes);
  const wanted = record.index.states.at(-1) ?? null;
  if (hash === wanted) return [];
  const mayPut = !isPartly && wanted !== null && isOurs(record, hash);
  if (mayPut && (await putIndex(storage, record, wanted, present?.version))) return [];
  const moved = record.files.filter(({ before, after }) => before === null || after === null);
  const paths = moved.map(({ path }) => path);
  const typeOf = typeLookup(await createDirectoryView(storage).look());
  return (await settleIndex(storage, paths, typeOf)).warnings;
}

async function putIndex(
  storage: Storage,
  record: RunRecord,
  hash: string,
  version: string | undefined,
): Promise<boolean> {
  const bytes = await readCopy(storage, record, indexPath, hash);
  if (bytes === undefined) return false;
  try {
    await storage.write(indexPath, bytes, { expect: version ?? null });
    return true;
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    return false;
  }
}

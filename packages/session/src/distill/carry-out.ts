import {
  createMemoryStore,
  indexPath,
  isMemoryError,
  type MemoryStore,
  type Problem,
  type Storage,
  type StoragePath,
} from '@mem/core';
import { type FileState, fileStates } from './file-state.js';
import { performOperation } from './perform-operation.js';
import type { PlannedOperation } from './plan.js';
import { foreseeRest, settleRun } from './run-index.js';
import {
  hashOf,
  pruneQuietly,
  type RunFile,
  type RunRecord,
  readCopy,
  writeRecord,
} from './run-record.js';
import { changedSince, type Refusal, type StoreSettings } from './simulate.js';
import { takeBack } from './take-back.js';

export interface CarriedOut {
  /** The run, by which it can be taken back. */
  readonly run: string;
  readonly applied: readonly PlannedOperation[];
  readonly refused: readonly Refusal[];
  /** Files that hold other bytes than before the run. */
  readonly changed: readonly StoragePath[];
  readonly warnings: readonly Problem[];
}

interface Work {
  readonly storage: Storage;
  readonly store: MemoryStore;
  record: RunRecord;
}

/**
 * Does what a run still has to do: all of it, or what is left of a run that was cut off. An
 * operation whose files somebody changed meanwhile is taken back whole and refused; the others
 * are done.
 */
export async function carryOut(
  storage: Storage,
  record: RunRecord,
  settings: StoreSettings = {},
): Promise<CarriedOut> {
  // The time of the run, so that what is written is what was foreseen.
  const now = () => new Date(record.at);
  const store = createMemoryStore(storage, { ...settings, now });
  const work: Work = { storage, store, record };
  const applied: PlannedOperation[] = [];
  const refused: Refusal[] = [];
  const warnings: Problem[] = [];
  for (const operation of record.operations) {
    const outcome = await carryOutOne(work, operation);
    warnings.push(...outcome.warnings);
    if (outcome.why === undefined) applied.push(operation);
    else {
      refused.push({ operation, why: outcome.why });
      const rest = record.operations.slice(record.operations.indexOf(operation) + 1);
      work.record = await foreseeRest(storage, work.record, rest, settings);
    }
  }
  warnings.push(...(await settleRun(storage, work.record, refused.length > 0)));
  const ids = refused.map(({ operation }) => operation.id);
  work.record = { ...work.record, state: 'applied', operations: [], refused: ids };
  await writeRecord(storage, work.record);
  await pruneQuietly(storage, record.at);
  return { run: record.id, applied, refused, changed: await changedFiles(work), warnings };
}

interface Outcome {
  /** Why it was not done; absent when it was. */
  readonly why?: string;
  readonly warnings: readonly Problem[];
}

async function carryOutOne(work: Work, operation: PlannedOperation): Promise<Outcome> {
  const { storage, store } = work;
  const files = filesOf(work.record, operation);
  const states = await fileStates(storage, files);
  const index = (await storage.read(indexPath))?.bytes ?? null;
  try {
    const stranger = states.find(({ stands }) => stands === 'other');
    if (stranger) throw changedSince(stranger.file.path, stranger.version === null);
    await requireKept(storage, operation, files);
    const warnings = await performOperation(store, operation, standingOf(operation, states));
    await requireKept(storage, operation, files);
    if (operation.kind === 'create') await followCreated(work, operation);
    return { warnings };
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    const warnings = await takeBackOperation(work, files, index);
    return { why: error.message, warnings };
  }
}

function filesOf({ files }: RunRecord, { id }: PlannedOperation): readonly RunFile[] {
  return files.filter(({ operation }) => operation === id);
}

function standingOf({ kind }: PlannedOperation, states: readonly FileState[]) {
  return (path: StoragePath | undefined) => {
    const state = kind === 'create' ? states[0] : states.find(({ file }) => file.path === path);
    return state?.stands === 'after' ? 'done' : (state?.version ?? null);
  };
}

/** What others are merged into must say it all, right before and right after they go. */
async function requireKept(
  storage: Storage,
  operation: PlannedOperation,
  files: readonly RunFile[],
): Promise<void> {
  if (operation.kind !== 'merge') return;
  const { path, sha256 } = operation.into;
  const step = files.find((file) => file.path === path);
  const hash = hashOf((await storage.read(path))?.bytes);
  if (hash === sha256 || (step !== undefined && hash === step.after)) return;
  throw changedSince(path, hash === null);
}

/** Where others wrote meanwhile, the new file may have got another name or shape than foreseen. */
async function followCreated(
  work: Work,
  operation: PlannedOperation & { readonly kind: 'create' },
): Promise<void> {
  const [foreseen] = filesOf(work.record, operation);
  if (foreseen === undefined) return;
  const { path } = await work.store.get(operation.name);
  const after = hashOf((await work.storage.read(path as StoragePath))?.bytes);
  if (path === foreseen.path && after === foreseen.after) return;
  const actual = { ...foreseen, path: path as StoragePath, after };
  const files = work.record.files.map((file) => (file === foreseen ? actual : file));
  work.record = { ...work.record, files };
  await writeRecord(work.storage, work.record);
}

/** Never half an operation: what of it was done is undone. */
async function takeBackOperation(
  work: Work,
  files: readonly RunFile[],
  indexBefore: Uint8Array | null,
): Promise<readonly Problem[]> {
  const { storage, record } = work;
  const done = (await fileStates(storage, files)).filter(({ stands }) => stands === 'after');
  if (done.length === 0) return [];
  const left = (await storage.read(indexPath))?.bytes ?? null;
  const index = { before: indexBefore, left, states: [hashOf(left)] };
  const doneFiles = done.map(({ file }) => file);
  const result = await takeBack(
    storage,
    doneFiles,
    (path, hash) => readCopy(storage, record, path, hash),
    index,
  );
  return result.warnings;
}

async function changedFiles({ storage, record }: Work): Promise<StoragePath[]> {
  const states = await fileStates(storage, record.files);
  const changed = states.filter(({ stands }) => stands === 'after').map(({ file }) => file.path);
  const index = hashOf((await storage.read(indexPath))?.bytes);
  return index === record.index.before ? changed : [...changed, indexPath];
}

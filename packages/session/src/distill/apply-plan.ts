import { isEntryPath, MemoryError, type Storage, type StoragePath } from '@mem/core';
import { type CarriedOut, carryOut } from './carry-out.js';
import { capDeletions, type DeletionCap } from './deletion-cap.js';
import { type DistillationPlan, type PlannedOperation, targetsOf } from './plan.js';
import { beginRun, unfinishedRun } from './run-record.js';
import { type Refusal, type Simulation, type StoreSettings, simulate } from './simulate.js';

export interface ApplyOptions extends DeletionCap {
  /** The system clock when omitted. */
  readonly now?: (() => Date) | undefined;
  /** What the store is made with that does it: its guard, the shape of new files, … */
  readonly store?: StoreSettings | undefined;
}

export interface ApplyResult extends Omit<CarriedOut, 'run'> {
  /** Absent when there was nothing to do. */
  readonly run?: string;
}

/**
 * Does what the plan says. Each operation is done whole or not at all: one whose files are not what
 * the plan was made from is refused, and so is one that the store refuses; the others are done.
 * Copies of everything that is replaced are kept before the first change, for `undoRun`.
 *
 * @throws MemoryError CONFLICT when a run that was cut off must be finished or undone first; when
 * the copies cannot be kept, whatever the storage says. Nothing is changed then.
 */
export async function applyPlan(
  storage: Storage,
  plan: DistillationPlan,
  options: ApplyOptions = {},
): Promise<ApplyResult> {
  if (await unfinishedRun(storage)) throw cutOff();
  const now = (options.now ?? (() => new Date()))();
  const { refused, simulation } = await foresee(storage, plan, now, options);
  if (simulation.operations.length === 0) {
    return { applied: [], refused, changed: [], warnings: [] };
  }
  const record = await beginRun(storage, simulation, now.getTime());
  const result = await carryOut(storage, record, options.store);
  return { ...result, refused: [...refused, ...result.refused] };
}

export interface Foreseen {
  readonly simulation: Simulation;
  readonly refused: readonly Refusal[];
}

/** What applying the plan would do now, and what it would refuse. Changes nothing. */
export async function foresee(
  storage: Storage,
  plan: DistillationPlan,
  now: Date,
  options: ApplyOptions = {},
): Promise<Foreseen> {
  const once = eachFileOnce(inOrder(plan.operations));
  const capped = capDeletions(once.operations, await countEntries(storage), options);
  const simulation = await simulate(storage, capped.operations, now, options.store);
  return { simulation, refused: [...once.refused, ...capped.refused, ...simulation.refused] };
}

const order: readonly PlannedOperation['kind'][] = ['create', 'update', 'merge', 'delete', 'index'];

/** What is written comes before what goes. */
function inOrder(operations: readonly PlannedOperation[]): PlannedOperation[] {
  return operations.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function eachFileOnce(operations: readonly PlannedOperation[]) {
  const takenBy = new Map<StoragePath, string>();
  const refused: Refusal[] = [];
  const kept = operations.filter((operation) => {
    const targets = targetsOf(operation);
    const taken = targets.find(({ path }) => takenBy.has(path));
    if (taken) {
      const why = `${taken.path} is changed by operation ${takenBy.get(taken.path)} already.`;
      refused.push({ operation, why });
      return false;
    }
    for (const { path } of targets) takenBy.set(path, operation.id);
    return true;
  });
  return { operations: kept, refused };
}

async function countEntries(storage: Storage): Promise<number> {
  let count = 0;
  for await (const { path } of storage.list()) if (isEntryPath(path)) count++;
  return count;
}

function cutOff(): MemoryError {
  return new MemoryError(
    'CONFLICT',
    'A distillation was cut off before it was done. Finish it or take it back first: `mem distill --apply` does the one, `mem distill --undo` the other.',
  );
}

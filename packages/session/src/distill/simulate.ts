import {
  createMemoryStore,
  indexPath,
  isMemoryError,
  MemoryError,
  type MemoryStoreOptions,
  type Problem,
  type Storage,
  type StoragePath,
} from '@mem/core';
import { sha256 } from '@mem/core/internal';
import { type Overlay, overlayStorage } from './overlay-storage.js';
import { performOperation } from './perform-operation.js';
import { type PlannedOperation, targetsOf } from './plan.js';

/** What a store that applies a plan is made with. */
export type StoreSettings = Omit<MemoryStoreOptions, 'now' | 'ignore'>;

/** One file that an operation changes; null where there is none. */
export interface FileStep {
  readonly path: StoragePath;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** An operation with everything that it would do. */
export interface SimulatedOperation {
  readonly operation: PlannedOperation;
  /** Entries; MEMORY.md is in `index`. */
  readonly steps: readonly FileStep[];
  /** MEMORY.md when the operation is done, null when there is none. */
  readonly index: Uint8Array | null;
  readonly warnings: readonly Problem[];
}

/** An operation that is not done, with the reason in one line. */
export interface Refusal {
  readonly operation: PlannedOperation;
  readonly why: string;
}

export interface Simulation {
  readonly operations: readonly SimulatedOperation[];
  readonly refused: readonly Refusal[];
  /** MEMORY.md before all of it. */
  readonly index: Uint8Array | null;
}

/** Does the operations one after the other on a copy that is only in RAM; the storage is only read. */
export async function simulate(
  storage: Storage,
  operations: readonly PlannedOperation[],
  now: Date,
  settings: StoreSettings = {},
): Promise<Simulation> {
  const overlay = overlayStorage(storage, now.getTime());
  const store = createMemoryStore(overlay.storage, { ...settings, now: () => now });
  const done: SimulatedOperation[] = [];
  const refused: Refusal[] = [];
  for (const operation of operations) {
    const takeBack = overlay.mark();
    try {
      const standing = await standingOf(overlay.storage, operation);
      const before = overlay.changes;
      const warnings = await performOperation(store, operation, standing);
      const steps = await stepsSince(storage, before, overlay);
      const index = (await overlay.storage.read(indexPath))?.bytes ?? null;
      done.push({ operation, steps, index, warnings });
    } catch (error) {
      takeBack();
      if (!isMemoryError(error)) throw error;
      refused.push({ operation, why: error.message });
    }
  }
  return { operations: done, refused, index: (await storage.read(indexPath))?.bytes ?? null };
}

/** The versions that the files are at, when they hold what the plan was made from. */
async function standingOf(storage: Storage, operation: PlannedOperation) {
  const versions = new Map<StoragePath, string>();
  for (const target of targetsOf(operation)) {
    const file = await storage.read(target.path);
    if (!file || sha256(file.bytes) !== target.sha256) throw changedSince(target.path, !file);
    versions.set(target.path, file.version);
  }
  return (path: StoragePath | undefined) => (path && versions.get(path)) ?? null;
}

async function stepsSince(
  base: Storage,
  before: Overlay['changes'],
  overlay: Overlay,
): Promise<FileStep[]> {
  const steps: FileStep[] = [];
  for (const [path, after] of overlay.changes) {
    if (path === indexPath || path.startsWith('.mem/')) continue;
    const earlier = before.get(path);
    if (before.has(path) && earlier === after) continue;
    const old = before.has(path) ? earlier : (await base.read(path))?.bytes;
    steps.push({ path, before: old ?? null, after });
  }
  return steps;
}

export function changedSince(path: StoragePath, isGone: boolean): MemoryError {
  const what = isGone ? 'was removed' : 'was changed';
  return new MemoryError('CONFLICT', `${path} ${what} after the plan was made; make a new plan.`, {
    path,
  });
}

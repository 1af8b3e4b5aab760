import { type PlannedOperation, removedBy } from './plan.js';
import type { Refusal } from './simulate.js';

export interface DeletionCap {
  /** At most so many files may go in one run; 5 when omitted. */
  readonly maxDeletions?: number | undefined;
  /** And at most this share of all entries, but one in any case; 0.1 when omitted. */
  readonly maxDeletedShare?: number | undefined;
}

export interface CappedOperations {
  readonly operations: readonly PlannedOperation[];
  readonly refused: readonly Refusal[];
}

/**
 * Over the cap, no file is removed at all: a plan that wants so much gone is not to be trusted
 * with a part of it either. What removes nothing stays.
 */
export function capDeletions(
  operations: readonly PlannedOperation[],
  entries: number,
  { maxDeletions = 5, maxDeletedShare = 0.1 }: DeletionCap = {},
): CappedOperations {
  const wanted = operations.reduce((sum, operation) => sum + removedBy(operation).length, 0);
  const allowed = Math.min(maxDeletions, Math.max(1, Math.floor(entries * maxDeletedShare)));
  if (wanted <= allowed) return { operations, refused: [] };
  const why = `the plan would remove ${wanted} of ${entries} files, and ${allowed} may go at once, so nothing is deleted. Raise the limit if all of them should go.`;
  const removes = (operation: PlannedOperation) => removedBy(operation).length > 0;
  return {
    operations: operations.filter((operation) => !removes(operation)),
    refused: operations.filter(removes).map((operation) => ({ operation, why })),
  };
}

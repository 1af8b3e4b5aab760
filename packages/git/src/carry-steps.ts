import { indexPath, type StoragePath } from '@mem/core';
import { mergeFile } from './merge/merge-file.js';
import { unionLines } from './merge/union-lines.js';
import type { PlanInput } from './plan-commits.js';
import { sameBytes } from './same-bytes.js';
import type { RecordedStep } from './waiting-change.js';

/** Steps between which others have written in another way than git does. */
export const broken = Symbol('broken');

/**
 * The contents that the last commit has, where a step met them and not what the step before had
 * left; undefined where each step follows on the one before.
 */
export function setBackBetween(
  isCommitted: PlanInput['isCommitted'],
  path: StoragePath,
  steps: readonly RecordedStep[],
): Uint8Array | typeof broken | undefined {
  let found: Uint8Array | undefined;
  for (const [at, { before, isJoined }] of steps.entries()) {
    const previous = steps[at - 1];
    if (previous === undefined) continue;
    if (before === undefined) return broken;
    if (sameBytes(previous.after, before)) continue;
    if (isJoined || before === null || !isCommitted(path, before, true)) return broken;
    found = before;
  }
  return found;
}

export interface Carried {
  readonly replaced: readonly (readonly [RecordedStep, RecordedStep])[];
  readonly result: Uint8Array | null;
}

/** The steps on top of other contents; undefined where one of them does not fit. */
export function carry(
  path: StoragePath,
  steps: readonly RecordedStep[],
  start: Uint8Array | null,
): Carried | undefined {
  const replaced: [RecordedStep, RecordedStep][] = [];
  let result = start;
  for (const step of steps) {
    const after = carriedStep(path, step, result);
    if (after === undefined) return undefined;
    replaced.push([step, { ...step, before: result, after }]);
    result = after;
  }
  return { replaced, result };
}

function carriedStep(
  path: StoragePath,
  { before, after }: RecordedStep,
  now: Uint8Array | null,
): Uint8Array | null | undefined {
  if (before === undefined) return undefined;
  if (sameBytes(before, now)) return after;
  if (sameBytes(after, now)) return now;
  if (path === indexPath) return unitedIndex(before, now, after);
  if (now === null || after === null || before === null) return undefined;
  const { bytes, conflicts } = mergeFile(path, before, now, after);
  return conflicts.length > 0 ? undefined : bytes;
}

/** Lines that came and went on either side come and go. */
function unitedIndex(...versions: readonly (Uint8Array | null)[]): Uint8Array | undefined {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const [before = '', now = '', after = ''] = versions.map((bytes) =>
      bytes === null ? '' : decoder.decode(bytes),
    );
    return new TextEncoder().encode(unionLines(before, now, after));
  } catch {
    return undefined;
  }
}

import { lstatSync } from 'node:fs';
import type { StoragePath, StoredFile } from '@mem/core';
import type { FileToRestore } from '@mem/core/internal';
import { broken, type Carried, carry, setBackBetween } from './carry-steps.js';
import type { DrainWorld } from './drain-world.js';
import type { OutsideChange } from './plan-commits.js';
import type { PutBackInput } from './put-back.js';
import { sameBytes } from './same-bytes.js';
import type { RecordedStep } from './waiting-change.js';

/** A file that is not as the changes which wait left it. */
export interface LookedAt {
  readonly path: StoragePath;
  readonly replaced: readonly (readonly [RecordedStep, RecordedStep])[];
  /** What the file shall hold; absent when it stays as it is. */
  readonly write?: FileToRestore;
  readonly since?: OutsideChange;
  readonly outcome: 'put-back' | 'kept-aside' | 'set-back' | 'gone' | 'edited';
}

export async function lookAtFiles(input: PutBackInput): Promise<LookedAt[]> {
  const found: LookedAt[] = [];
  const byPath = stepsByPath(input);
  const { interruptedUntil: until } = input;
  const isByGit = until !== undefined && !(await standsAny(input, byPath, until));
  for (const [path, steps] of byPath) {
    const file = await lookAt(input, path, steps, isByGit);
    if (file) found.push(file);
  }
  if (found.length === 0) return found;
  // What was read may be what one of us has written since.
  const known = new Set(input.waiting.map(({ id }) => id));
  const fresh = input.world.waiting.all().filter(({ id }) => !known.has(id));
  const ours = [...input.world.waiting.open(), ...fresh.flatMap(({ steps }) => steps)];
  const paths = new Set(ours.map(({ path }) => path));
  return found.filter(({ path }) => !paths.has(path));
}

/** Of files that nobody of us is changing, the steps that are in no commit, in their order. */
function stepsByPath({ waiting, open, committed }: PutBackInput) {
  const steps = new Map<StoragePath, RecordedStep[]>();
  for (const step of waiting.flatMap((change) => change.steps)) {
    if (step.sequence <= (committed.get(step.path) ?? 0)) continue;
    const known = steps.get(step.path);
    if (known) known.push(step);
    else steps.set(step.path, [step]);
  }
  for (const { path } of open) steps.delete(path);
  for (const known of steps.values()) known.sort((a, b) => a.sequence - b.sequence);
  return steps;
}

/** Is there a file that git has, and that is still as it was saved? Git sets all of them back. */
async function standsAny(
  input: PutBackInput,
  byPath: ReadonlyMap<StoragePath, readonly RecordedStep[]>,
  until: number,
): Promise<boolean> {
  for (const [path, steps] of byPath) {
    const { after: left = null, sequence = 0 } = steps.at(-1) ?? {};
    const isTracked = !input.isCommitted(path, null, false);
    if (!isTracked || sequence > until || input.isCommitted(path, left, true)) continue;
    const file = await input.world.storage.read(path).catch(() => null);
    if (file !== null && sameBytes(file?.bytes ?? null, left)) return true;
  }
  return false;
}

/** Undefined for a file that is as the changes left it, one on top of the other. */
async function lookAt(
  input: PutBackInput,
  path: StoragePath,
  steps: readonly RecordedStep[],
  isByGit: boolean,
): Promise<LookedAt | undefined> {
  const between = setBackBetween(input.isCommitted, path, steps);
  const wasSetBack = between instanceof Uint8Array;
  const left = steps.at(-1)?.after ?? null;
  if (!wasSetBack && isFresh(input, steps.at(-1))) return undefined;
  const file = await input.world.storage.read(path).catch(() => null);
  if (file === null) return undefined;
  const now = file?.bytes ?? null;
  if (sameBytes(now, left)) {
    if (!wasSetBack) return undefined;
    if (!isByGit) return setBack(path, [], now);
    const carried = carry(path, steps, between);
    return carried ? madeAgain(path, carried, file) : keptAside(path, [], now);
  }
  if (now === null) return isGone(input.world, path) ? goneSince(path) : undefined;
  if (!input.isCommitted(path, now, true)) return editedSince(path, now);
  if (!isByGit) return setBack(path, steps, now);
  const carried = between === broken ? undefined : carry(path, steps, now);
  return carried ? madeAgain(path, carried, file) : keptAside(path, steps, now);
}

/** Made by the change that is being committed: nobody has had the time for anything. */
function isFresh({ waiting, asking }: PutBackInput, step: RecordedStep | undefined): boolean {
  return waiting.some(({ id, steps }) => id === asking && steps.some((own) => own === step));
}

function madeAgain(
  path: StoragePath,
  { replaced, result }: Carried,
  file: StoredFile | undefined,
): LookedAt {
  if (sameBytes(result, file?.bytes ?? null)) return { path, replaced, outcome: 'edited' };
  const write = { path, before: result, after: file?.version ?? null };
  return { path, replaced, write, outcome: 'put-back' };
}

/** The history gets what was saved, and then what is there. */
function keptAside(
  path: StoragePath,
  steps: readonly RecordedStep[],
  now: Uint8Array | null,
): LookedAt {
  const replaced = steps.map((step): [RecordedStep, RecordedStep] => [
    step,
    { ...step, before: undefined },
  ]);
  if (steps.length === 0) return { path, replaced, outcome: 'kept-aside' };
  const since = { path, bytes: now, action: 'changed' } as const;
  return { path, replaced, since, outcome: 'kept-aside' };
}

/** What a person did stays, and the history has what was saved before. */
function setBack(
  path: StoragePath,
  steps: readonly RecordedStep[],
  now: Uint8Array | null,
): LookedAt {
  return { ...keptAside(path, steps, now), outcome: 'set-back' };
}

function goneSince(path: StoragePath): LookedAt {
  return {
    path,
    replaced: [],
    since: { path, bytes: null, action: 'removed' },
    outcome: 'gone',
  };
}

function editedSince(path: StoragePath, now: Uint8Array | null): LookedAt {
  return {
    path,
    replaced: [],
    since: { path, bytes: now, action: 'changed' },
    outcome: 'edited',
  };
}

/** Not a link, a folder or something unreadable in its place. */
function isGone({ folder }: DrainWorld, path: StoragePath): boolean {
  try {
    return lstatSync(`${folder.root}/${path}`, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

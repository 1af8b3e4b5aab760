import { lstatSync } from 'node:fs';
import { isMemoryError, type StoragePath, type StorageWarning, type StoredFile } from '@mem/core';
import { type FileToRestore, restoreFiles } from '@mem/core/internal';
import { blobId } from './blob-id.js';
import { broken, type Carried, carry, setBackBetween } from './carry-steps.js';
import type { DrainWorld } from './drain-world.js';
import type { OutsideChange, PlanInput } from './plan-commits.js';
import { gitIn, type Repository } from './repository.js';
import { sameBytes } from './same-bytes.js';
import type { RecordedStep, WaitingChange } from './waiting-change.js';
import type { OpenStep } from './waiting-changes.js';

export interface PutBackInput {
  readonly world: DrainWorld;
  readonly repository: Repository;
  readonly waiting: readonly WaitingChange[];
  readonly open: readonly OpenStep[];
  readonly isCommitted: PlanInput['isCommitted'];
  /** The newest step on a path that is in a commit. */
  readonly committed: ReadonlyMap<StoragePath, number>;
  /** The change that was made just now: its files are as it left them. */
  readonly asking: string | undefined;
  /** The last step that waits because of something which ends in git setting files back. */
  readonly interruptedUntil: number | undefined;
}

export interface PutBack {
  /** The changes, as they are on top of the last commit. */
  readonly waiting: readonly WaitingChange[];
  /** What somebody has made of the files after these changes. */
  readonly since: readonly OutsideChange[];
  readonly warnings: readonly StorageWarning[];
}

/**
 * While changes wait for their commit, git may set files back: `git rebase --abort` does so without
 * a word, and a branch can only be left that way. What was saved is put back on top of what git has
 * put there, into the file too. Where it does not fit, what git has put there stays, and the saved
 * text is in the history only. So it is where nothing was in progress, or other saved files stand as
 * they were saved: then a person has set this one back.
 */
export async function putBack(input: PutBackInput): Promise<PutBack> {
  const found = await lookAtFiles(input);
  const writes = found.flatMap((file) => file.write ?? []);
  if (!(await written(input.world, writes))) {
    return { waiting: input.waiting, since: [], warnings: [] };
  }
  const steps = await withEditsBefore(input, new Map(found.flatMap(({ replaced }) => replaced)));
  return {
    waiting: input.waiting.map((change) => ({
      ...change,
      steps: change.steps.map((step) => steps.get(step) ?? step),
    })),
    since: found.flatMap(({ since }) => since ?? []),
    warnings: warningsFor(found),
  };
}

/**
 * What a person had edited before the change, and git has thrown away with it, is nowhere else: it
 * is committed first, as ever. What git knows, as the version of another branch, is left to git.
 */
async function withEditsBefore(
  { repository, isCommitted }: PutBackInput,
  replaced: ReadonlyMap<RecordedStep, RecordedStep>,
): Promise<Map<RecordedStep, RecordedStep>> {
  const edits = [...replaced.keys()].filter(({ path, before }) => {
    const isOurs = [...replaced.keys()].some(
      (step) => step.path === path && sameBytes(step.after, before ?? null),
    );
    return before && !isOurs && !isCommitted(path, before, true);
  });
  const { objectFormat } = repository;
  const ids = edits.map(({ before }) => blobId(objectFormat, before ?? new Uint8Array()));
  const known = ids.length === 0 ? new Set() : await idsInGit(repository, ids);
  const result = new Map(replaced);
  edits.forEach((step, at) => {
    const instead = replaced.get(step);
    if (instead && !known.has(ids[at])) result.set(step, { ...instead, before: step.before });
  });
  return result;
}

async function idsInGit(repository: Repository, ids: readonly string[]): Promise<Set<string>> {
  const input = ids.map((id) => `${id}\n`).join('');
  const { stdout } = await gitIn(repository, ['cat-file', '--batch-check'], { input });
  const found = stdout.toString('latin1').split('\n');
  return new Set(found.flatMap((line) => /^([0-9a-f]+) blob /.exec(line)?.[1] ?? []));
}

interface LookedAt {
  readonly path: StoragePath;
  readonly replaced: readonly (readonly [RecordedStep, RecordedStep])[];
  /** What the file shall hold; absent when it stays as it is. */
  readonly write?: FileToRestore;
  readonly since?: OutsideChange;
  readonly outcome: 'put-back' | 'kept-aside' | 'set-back' | 'gone' | 'edited';
}

async function lookAtFiles(input: PutBackInput): Promise<LookedAt[]> {
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

/** False when somebody was faster: the next time looks again. */
async function written(world: DrainWorld, files: readonly FileToRestore[]): Promise<boolean> {
  if (files.length === 0) return true;
  try {
    await world.waiting.inOrder(() => restoreFiles(world.storage, files));
    return true;
  } catch (error) {
    if (isMemoryError(error)) return false;
    throw error;
  }
}

function warningsFor(found: readonly LookedAt[]): StorageWarning[] {
  return (['put-back', 'kept-aside', 'set-back', 'gone'] as const).flatMap((outcome) => {
    const paths = found.filter((file) => file.outcome === outcome).map(({ path }) => path);
    return paths.length === 0 ? [] : [{ message: warnings[outcome](paths.join(', ')) }];
  });
}

const warnings = {
  'put-back': (names: string) =>
    `Git had set ${names} back before the changes of them were committed. They are made again.`,
  'kept-aside': (names: string) =>
    `Git had set ${names} back before the changes of them were committed, and they do not fit what is there now. They are in the history: \`mem log NAME\` lists them, \`mem restore NAME --at REVISION\` brings one back, \`mem index --rebuild\` lists what MEMORY.md lacks.`,
  'set-back': (names: string) =>
    `${names} was set back before its changes were committed, and stays so. They are in the history: \`mem log NAME\` lists them, \`mem restore NAME --at REVISION\` brings one back.`,
  gone: (names: string) =>
    `${names} is gone, and was removed before its changes were committed. They are in the history: \`mem log NAME\` lists them, \`mem restore NAME --at REVISION\` brings one back.`,
};

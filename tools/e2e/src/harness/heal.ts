import { execFileSync } from 'node:child_process';
import { isMemoryError } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { withGit } from '@mem/git';
import { indexFaults, leftovers, visibleFiles, waitingFiles } from './directory-state.ts';
import { gitOptions, openStore } from './open-store.ts';
import type { Reference } from './reference.ts';

/** Notes of a change that had no effect, and decisions on proposals, may be of a living process so long. */
const patience = 40_000;

export interface Healing {
  /** What the next call took, in milliseconds. */
  readonly elapsed: number;
  /** What is wrong after it. */
  readonly faults: readonly string[];
}

/** The next call of another program: it works, and afterwards nothing of the accident is left. */
export async function heal(reference: Reference, directory: string): Promise<Healing> {
  const found = visibleFiles(directory);
  const store = openStore(reference.kind, directory, { ahead: patience });
  const started = performance.now();
  try {
    await store.save({ name: 'healer', description: 'it heals', type: 'user', body: 'Well.' });
  } catch (error) {
    const elapsed = performance.now() - started;
    return { elapsed, faults: [`the next call failed: ${said(error)}`] };
  }
  const elapsed = performance.now() - started;
  const healed = visibleFiles(directory);
  // What a cut-off synchronisation has brought is listed by the next one.
  if (reference.name.startsWith('sync')) await reference.operation.run(store, directory);
  if (reference.kind === 'plain') return { elapsed, faults: [] };
  const known = indexFaults(reference.before);
  const now = visibleFiles(directory);
  return {
    elapsed,
    faults: [
      ...changedBeside(found, healed),
      ...indexFaults(now).filter((fault) => !known.includes(fault)),
      ...leftovers(directory).map((path) => `${path} stays`),
      ...(await store.pending.list()).problems.map(({ message }) => message),
      ...(await stillAcceptable(reference, directory)),
      ...(reference.kind === 'git' ? await uncommittedForGood(directory) : []),
    ],
  };
}

/** Besides the index, healing adds the new entry and changes nothing. */
function changedBeside(found: ReturnType<typeof visibleFiles>, now: typeof found): string[] {
  const paths = new Set([...Object.keys(found), ...Object.keys(now)]);
  return [...paths]
    .filter((path) => path !== 'MEMORY.md' && path !== 'healer.md' && found[path] !== now[path])
    .map((path) => `the next call changed ${path}`);
}

/** A proposal that still waits can be decided, and is gone then. */
async function stillAcceptable({ kind }: Reference, directory: string): Promise<string[]> {
  const store = openStore(kind, directory, { ahead: patience });
  for (const { id } of (await store.pending.list()).changes) {
    try {
      await store.pending.accept(id);
    } catch (error) {
      return [`a proposal cannot be decided any more: ${said(error)}`];
    }
  }
  const left = Object.keys(waitingFiles(directory)).length;
  return left === 0 ? [] : [`${left} proposals stay`];
}

/** What could not even be noted for a later commit counts as done by hand, and is caught up with. */
async function uncommittedForGood(directory: string): Promise<string[]> {
  await withGit(createDirectoryStorage(directory), gitOptions(directory)).catchUp();
  return uncommitted(directory);
}

export function uncommitted(directory: string): string[] {
  const status = execFileSync('git', ['status', '--porcelain'], { cwd: directory });
  return status.length === 0 ? [] : [`not committed: ${status}`];
}

export function said(error: unknown): string {
  return isMemoryError(error) ? `${error.code} ${error.message}` : String(error);
}

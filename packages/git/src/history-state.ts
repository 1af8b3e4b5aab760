import type { StoragePath } from '@mem/core';
import { isObject, parseObject } from './json.js';
import { parsePath } from './waiting-change-file.js';
import type { WorkFolder } from './work-folder.js';

/** Steps that old come late no more: whoever made them has long completed or forgotten them. */
const keepMicroseconds = 60_000_000;

/** A commit that is made; it may or may not be on the branch, and in the index. */
export interface Committing {
  readonly commit: string;
  /** The commit of each change that it, or one before it, brings. */
  readonly changes: ReadonlyMap<string, string>;
  readonly paths: readonly StoragePath[];
  readonly newest: ReadonlyMap<StoragePath, number>;
}

/** What outlives a process that is killed while it commits. */
export interface HistoryState {
  /** The newest step on each path that is in a commit, as far as older ones may still come. */
  readonly newest: ReadonlyMap<StoragePath, number>;
  readonly committing?: Committing;
}

export function readState(folder: WorkFolder): HistoryState {
  const newest = parseNewest(parseObject(folder.read('committed'))?.newest);
  const committing = parseCommitting(parseObject(folder.read('committing')));
  return { newest, ...(committing ? { committing } : {}) };
}

/** Call before the branch moves. */
export function beginCommitting(folder: WorkFolder, committing: Committing): void {
  const { commit, changes, paths, newest } = committing;
  folder.write(
    'committing',
    JSON.stringify({ commit, changes: [...changes], paths, newest: recent(newest) }),
  );
}

/** Call when the branch, the index and the waiting changes know of the commit. */
export function endCommitting(folder: WorkFolder): void {
  folder.rename('committing', 'committed');
}

/** Call when the branch never got the commit. */
export function dropCommitting(folder: WorkFolder): void {
  folder.remove('committing');
}

function recent(newest: ReadonlyMap<StoragePath, number>): [StoragePath, number][] {
  const oldest = Date.now() * 1000 - keepMicroseconds;
  return [...newest].filter(([, sequence]) => sequence > oldest);
}

function parseNewest(value: unknown): Map<StoragePath, number> {
  const newest = new Map<StoragePath, number>();
  if (!Array.isArray(value)) return newest;
  for (const item of value) {
    const path = Array.isArray(item) ? parsePath(item[0]) : undefined;
    if (path !== undefined && typeof item[1] === 'number') newest.set(path, item[1]);
  }
  return newest;
}

function parseCommitting(value: unknown): Committing | undefined {
  if (!isObject(value) || typeof value.commit !== 'string') return undefined;
  if (!/^[0-9a-f]{40,64}$/.test(value.commit)) return undefined;
  if (!Array.isArray(value.changes) || !Array.isArray(value.paths)) return undefined;
  const changes = new Map<string, string>();
  for (const item of value.changes) {
    if (!Array.isArray(item)) continue;
    const [id, commit] = item;
    if (typeof id === 'string' && isChangeId(id) && typeof commit === 'string') {
      changes.set(id, commit);
    }
  }
  const paths = value.paths.map(parsePath).filter((path) => path !== undefined);
  return { commit: value.commit, changes, paths, newest: parseNewest(value.newest) };
}

/** It names a file: nothing else may stand there. */
function isChangeId(text: string): boolean {
  return /^[0-9a-f]+-[0-9a-f]+$/.test(text);
}

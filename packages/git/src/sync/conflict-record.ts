import { type StoragePath, storagePath } from '@mem/core';
import type { CommitRecord } from '../history/commit-record.js';
import { isObject, parseObject } from '../json.js';
import type { ConflictKind, TreeConflict } from '../merge/merge-trees.js';
import { type Repository, treePath } from '../repository.js';

/** A conflict of a merge that nobody has settled yet. */
export interface MemoryConflict extends TreeConflict {
  /** The merge that met it. */
  readonly commit: string;
  /** When that was: ISO 8601. */
  readonly date: string;
  /** The commits that hold its three versions; without a base both sides have begun on their own. */
  readonly versions: { readonly base?: string; readonly ours: string; readonly theirs: string };
}

const kinds: readonly ConflictKind[] = [
  'edited',
  'added',
  'removed-by-us',
  'removed-by-them',
  'renamed',
];

const sides = ['base', 'ours', 'theirs'] as const;

/** What begins the lines of a message that settle a conflict, and that take a commit back. */
export const resolvedKey = 'Memory-Resolves';
export const undoneKey = 'Memory-Undoes';

/** The lines at the end of a merge's message that keep its conflicts, for every clone. */
export function conflictTrailers(
  repository: Repository,
  conflicts: readonly TreeConflict[],
  base: string | undefined,
): string[] {
  if (conflicts.length === 0) return [];
  const place = (path: StoragePath | undefined) =>
    path === undefined ? undefined : treePath(repository, path);
  return [
    ...(base === undefined ? [] : [`Memory-Base: ${base}`]),
    ...conflicts.map(({ path, kind, ...paths }) => {
      const at = Object.fromEntries(sides.map((side) => [side, place(paths[side])]));
      return `Memory-Conflict: ${JSON.stringify({ path: place(path), kind, ...at })}`;
    }),
  ];
}

export function resolvedTrailer(repository: Repository, { commit, path }: MemoryConflict): string {
  return `${resolvedKey}: ${commit} ${JSON.stringify(treePath(repository, path))}`;
}

/** The conflicts that these commits, newest first, leave unsettled; oldest first. */
export function openConflicts(
  repository: Repository,
  commits: readonly CommitRecord[],
): MemoryConflict[] {
  const settled = new Set<string>();
  const open: MemoryConflict[] = [];
  const undone = new Set(commits.flatMap((commit) => valuesOf(commit, undoneKey)));
  for (const commit of commits) {
    if (!undone.has(commit.id)) {
      for (const value of valuesOf(commit, resolvedKey)) settled.add(value);
    }
    for (const conflict of conflictsOf(repository, commit)) open.unshift(conflict);
  }
  return open.filter((conflict) => {
    const value = resolvedTrailer(repository, conflict).slice(`${resolvedKey}: `.length);
    return !settled.has(value);
  });
}

export function valuesOf({ trailers }: CommitRecord, wanted: string): string[] {
  return trailers.filter(({ key }) => key === wanted).map(({ value }) => value);
}

/** What a message says may come from anybody: what does not fit is passed over. */
function conflictsOf(repository: Repository, commit: CommitRecord): MemoryConflict[] {
  const [ours, theirs] = commit.parents;
  if (ours === undefined || theirs === undefined) return [];
  const base = commit.trailers.find(({ key }) => key === 'Memory-Base')?.value;
  if (base !== undefined && !/^[0-9a-f]{40,64}$/.test(base)) return [];
  const versions = { ours, theirs, ...(base === undefined ? {} : { base }) };
  return commit.trailers.flatMap(({ key, value }) => {
    const conflict = key === 'Memory-Conflict' ? parseConflict(repository, value) : undefined;
    return conflict ? [{ ...conflict, commit: commit.id, date: commit.date, versions }] : [];
  });
}

function parseConflict(repository: Repository, text: string): TreeConflict | undefined {
  const value = parseObject(text);
  if (!isObject(value)) return undefined;
  const kind = kinds.find((name) => name === value.kind);
  const path = parsePath(repository, value.path);
  if (kind === undefined || path === undefined) return undefined;
  const paths = sides.flatMap((side) => {
    const place = parsePath(repository, value[side]);
    return place === undefined ? [] : [[side, place] as const];
  });
  return { path, kind, ...Object.fromEntries(paths) };
}

function parsePath({ prefix }: Repository, value: unknown): StoragePath | undefined {
  if (typeof value !== 'string' || !value.startsWith(prefix)) return undefined;
  try {
    return storagePath(value.slice(prefix.length));
  } catch {
    return undefined;
  }
}

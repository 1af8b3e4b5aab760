import { indexPath, NotFoundError, type StoragePath } from '@mem/core';
import { parseEntryFile } from '@mem/core/internal';
import { readHead, readTree, type TreeFile } from '../head.js';
import { readLog } from '../history/log.js';
import { readBlobs } from '../history/read-blobs.js';
import { makerOf } from '../maker-of.js';
import { withTheirLines } from '../merge/contradicting-lines.js';
import { type EntryChange, followIndex } from '../merge/follow-index.js';
import { mergeFile } from '../merge/merge-file.js';
import { type Repository, treePath } from '../repository.js';
import { sameBytes } from '../same-bytes.js';
import { type MemoryConflict, openConflicts, resolvedTrailer } from './conflict-record.js';
import { landCommit, untilNotOvertaken } from './land-commit.js';
import { withNewCommit } from './make-commit.js';
import type { ChangedFile } from './merge-commits.js';
import { commitAll, type SyncWorld } from './sync-world.js';
import { warningsOf } from './warnings-of.js';

/** One side's version, where they contradict each other, or a text for the whole file. */
export type Resolution = 'ours' | 'theirs' | { readonly text: string };

/** The three versions of a file in conflict; null for a side that has none. */
export interface ConflictVersions {
  readonly base: Uint8Array | null;
  readonly ours: Uint8Array | null;
  readonly theirs: Uint8Array | null;
}

export interface ResolveResult {
  readonly commit: string;
  readonly changed: readonly StoragePath[];
  readonly warnings: readonly string[];
}

/** The conflicts of this history that nobody has settled, oldest first. */
export async function listConflicts(repository: Repository): Promise<MemoryConflict[]> {
  const grep = '^Memory-(Conflict|Resolves|Undoes): ';
  return openConflicts(repository, await readLog(repository, { grep, limit: 1_000_000 }));
}

export async function readVersions(
  repository: Repository,
  conflict: MemoryConflict,
): Promise<ConflictVersions> {
  const nameOf = (side: keyof ConflictVersions) => {
    const [commit, path] = [conflict.versions[side], conflict[side]];
    return commit === undefined || path === undefined
      ? ''
      : `${commit}:${treePath(repository, path)}`;
  };
  const names = (['base', 'ours', 'theirs'] as const).map(nameOf);
  const blobs = await readBlobs(
    repository,
    names.filter((name) => name !== ''),
  );
  const [base = null, ours = null, theirs = null] = names.map((name) => blobs.get(name) ?? null);
  return { base, ours, theirs };
}

/**
 * Settles the newest open conflict of the file, in a commit that says so to every clone. What other
 * machines have met before stays open: nobody has looked at those versions by settling this one.
 */
export async function resolveConflicts(
  world: SyncWorld,
  path: StoragePath,
  resolution: Resolution,
): Promise<ResolveResult> {
  return await untilNotOvertaken(async () => {
    await commitAll(world.storage, world.options);
    const { repository } = world;
    const conflict = (await listConflicts(repository)).findLast((open) => open.path === path);
    if (conflict === undefined) throw new NotFoundError(`${path} has no open conflict.`);
    const { commit: from } = await readHead(repository);
    const tree = await readTree(repository, from);
    const files = await settledFiles(repository, tree, conflict, resolution);
    const message = `resolve the conflict of ${path} (${typeof resolution === 'string' ? resolution : 'edited'})`;
    const commit = {
      parent: from,
      subject: message,
      trailers: [resolvedTrailer(repository, conflict)],
      maker: makerOf(world.options),
      files,
    };
    return await withNewCommit(repository, commit, async (id, mark) => {
      const landing = { commit: id, from, files, made: { mark, message } };
      const isFresh = await landCommit(world, landing);
      return { commit: id, changed: [...files.keys()].sort(), warnings: warningsOf(isFresh) };
    });
  });
}

type Tree = ReadonlyMap<StoragePath, TreeFile>;

async function settledFiles(
  repository: Repository,
  tree: Tree,
  conflict: MemoryConflict,
  resolution: Resolution,
): Promise<Map<StoragePath, ChangedFile>> {
  const { path, theirs = path } = conflict;
  const places = [...new Set([path, theirs])];
  const present = await readFiles(repository, tree, [...places, indexPath]);
  const versions = await readVersions(repository, conflict);
  const content = settled(conflict, versions, present.get(path) ?? null, resolution);
  const place = resolution === 'theirs' && isMoved(conflict, present) ? theirs : path;
  const wanted = new Map([
    [path, null],
    [place, content],
  ] as const);
  const changes = [...wanted].filter(
    ([place, bytes]) => !sameBytes(present.get(place) ?? null, bytes),
  );
  const index = followed(present, changes);
  if (index && path !== indexPath) changes.push([indexPath, index]);
  return new Map(
    changes.map(([place, to]) => {
      const from = tree.get(place);
      return [place, { from, to, mode: from?.mode ?? '100644' }];
    }),
  );
}

/** Their name for the file, where it is free. */
function isMoved(
  { kind, path, theirs }: MemoryConflict,
  present: ReadonlyMap<StoragePath, Uint8Array>,
): boolean {
  return kind === 'renamed' && theirs !== undefined && theirs !== path && !present.has(theirs);
}

/** What the file holds when the conflict is settled; what was changed since stays where it can. */
function settled(
  { path, kind }: MemoryConflict,
  { base, ours, theirs }: ConflictVersions,
  present: Uint8Array | null,
  resolution: Resolution,
): Uint8Array | null {
  if (typeof resolution === 'object') return new TextEncoder().encode(resolution.text);
  if (resolution === 'ours') return kind === 'removed-by-us' ? null : present;
  if (kind === 'removed-by-them') return null;
  if (kind === 'removed-by-us' || theirs === null || ours === null) return present ?? theirs;
  if (path === indexPath && present !== null) {
    const [now, ...lines] = [present, base ?? new Uint8Array(), ours, theirs].map(textOf);
    const [b, o, t] = lines;
    if (now !== undefined && b !== undefined && o !== undefined && t !== undefined) {
      return new TextEncoder().encode(withTheirLines(now, b, o, t));
    }
  }
  const left = mergeFile(path, base, ours, theirs, 'ours').bytes;
  const chosen = mergeFile(path, base, ours, theirs, 'theirs').bytes;
  return present === null ? chosen : mergeFile(path, left, present, chosen, 'theirs').bytes;
}

async function readFiles(
  repository: Repository,
  tree: Tree,
  paths: readonly StoragePath[],
): Promise<Map<StoragePath, Uint8Array>> {
  const ids = paths.flatMap((path) => tree.get(path)?.id ?? []);
  const blobs = await readBlobs(repository, ids);
  return new Map(
    paths.flatMap((path) => {
      const bytes = blobs.get(tree.get(path)?.id ?? '');
      return bytes ? [[path, bytes] as const] : [];
    }),
  );
}

/** The index after these changes; undefined where it stays as it is. */
function followed(
  present: ReadonlyMap<StoragePath, Uint8Array>,
  changes: readonly (readonly [StoragePath, Uint8Array | null])[],
): Uint8Array | undefined {
  const bytes = present.get(indexPath);
  if (bytes === undefined || changes.length === 0) return undefined;
  const text = textOf(bytes);
  if (text === undefined) return undefined;
  const edits = changes.map(([path, after]): EntryChange => {
    const before = present.get(path);
    if (after === null) return { path, isListed: false };
    const { name, description, type } = parseEntryFile(path, after);
    const previousDescription = before && parseEntryFile(path, before).description;
    const entry = { path, name, description, type, previousDescription };
    return { path, entry, isListed: before === undefined };
  });
  const next = followIndex(text, edits);
  return next === text ? undefined : new TextEncoder().encode(next);
}

/** Undefined where it is not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

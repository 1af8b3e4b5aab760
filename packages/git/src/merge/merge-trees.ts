import { indexPath, type StoragePath } from '@mem/core';
import { mergeFile } from './merge-file.js';
import { separatePaths } from './separate-paths.js';
import { type TreesToMerge, type VersionTrio, versionTrios } from './version-trios.js';

/**
 * What both sides did to one file so that they cannot both have it their way:
 * - `edited`: both changed the same field or lines
 * - `added`: both made a file of this name
 * - `removed-by-us`, `removed-by-them`: one removed what the other changed; the change stays
 * - `renamed`: both renamed it, each in another way
 */
export type ConflictKind = 'edited' | 'added' | 'removed-by-us' | 'removed-by-them' | 'renamed';

/** A conflict and where its versions are; a side that has no file has no path. */
export interface TreeConflict {
  /** The file that stands there now and is valid. */
  readonly path: StoragePath;
  readonly kind: ConflictKind;
  readonly base?: StoragePath;
  readonly ours?: StoragePath;
  readonly theirs?: StoragePath;
}

export interface MergedTreeFile {
  readonly path: StoragePath;
  readonly bytes: Uint8Array;
  readonly mode: string;
}

export interface MergedTree {
  /** Every file but the index, which is made from the files. */
  readonly files: readonly MergedTreeFile[];
  readonly conflicts: readonly TreeConflict[];
}

/** What people decided about conflicts since the base, by the files these were about. */
export interface Decisions {
  /** Both sides settled one conflict, each in another way. */
  readonly opposed: ReadonlySet<StoragePath>;
  /** Settled so that the file stays. */
  readonly keptByOurs: ReadonlySet<StoragePath>;
  readonly keptByTheirs: ReadonlySet<StoragePath>;
}

export const noDecisions: Decisions = {
  opposed: new Set(),
  keptByOurs: new Set(),
  keptByTheirs: new Set(),
};

/** The bytes of a file by git's id for it. */
export type BlobReader = (id: string) => Uint8Array;

interface Merged extends MergedTreeFile {
  readonly isOurs: boolean;
  readonly conflict?: TreeConflict;
}

/**
 * Merges the memory files of two commits. Every file of the result is whole and valid: where sides
 * contradict each other ours stays, a change beats a removal, and the conflict is listed. What a
 * person decided counts as a change, also where it left the file as it was.
 */
export function mergeTrees(
  trees: TreesToMerge,
  read: BlobReader,
  decisions: Decisions = noDecisions,
): MergedTree {
  const merged = versionTrios(trees)
    .map((trio) => mergeTrio(trio, read, decisions))
    .filter((file) => file !== undefined);
  const files = separatePaths(merged);
  return {
    files,
    conflicts: files.flatMap(({ path, conflict }) => (conflict ? [{ ...conflict, path }] : [])),
  };
}

function mergeTrio(trio: VersionTrio, read: BlobReader, decisions: Decisions): Merged | undefined {
  const { base, ours, theirs } = trio;
  if ((ours ?? theirs)?.path === indexPath) return undefined;
  if (ours && theirs) {
    const both = { ...trio, ours, theirs };
    return isOpposed(both, decisions) ? keepOurs(both, read) : mergeBoth(both, read);
  }
  const kept = ours ?? theirs;
  if (kept === undefined) return undefined;
  const isOurs = kept === ours;
  const file = { path: kept.path, bytes: read(kept.id), mode: kept.mode, isOurs };
  if (base === undefined) return file;
  const isDecided = (isOurs ? decisions.keptByOurs : decisions.keptByTheirs).has(kept.path);
  if (base.id === kept.id && base.path === kept.path && !isDecided) return undefined;
  return {
    ...file,
    conflict: conflictOf(trio, kept.path, isOurs ? 'removed-by-them' : 'removed-by-us'),
  };
}

type Both = VersionTrio & Required<Pick<VersionTrio, 'ours' | 'theirs'>>;

function isOpposed({ base, ours, theirs }: Both, { opposed }: Decisions): boolean {
  if (ours.id === theirs.id && ours.path === theirs.path) return false;
  return [base, ours, theirs].some((file) => file !== undefined && opposed.has(file.path));
}

/**
 * Without a base to settle it from: the one there is holds one of the two decisions, and so would
 * say that only the other side has changed something.
 */
function keepOurs({ base, ours, theirs }: Both, read: BlobReader): Merged {
  const { path, mode } = ours;
  const kind = path === theirs.path ? 'edited' : 'renamed';
  const conflict = conflictOf(
    { ours, theirs, ...(kind === 'renamed' && base ? { base } : {}) },
    path,
    kind,
  );
  return { path, mode, bytes: read(ours.id), isOurs: true, conflict };
}

function mergeBoth(trio: Both, read: BlobReader): Merged {
  const { base, ours, theirs } = trio;
  const path = base && ours.path === base.path ? theirs.path : ours.path;
  const isRenamedTwice = theirs.path !== path && theirs.path !== base?.path;
  const mode = base && ours.mode === base.mode ? theirs.mode : ours.mode;
  const { bytes, isClean } = mergeContents(trio, path, read);
  const kind = isRenamedTwice ? 'renamed' : base ? 'edited' : 'added';
  return {
    path,
    bytes,
    mode,
    isOurs: true,
    ...(isClean && !isRenamedTwice ? {} : { conflict: conflictOf(trio, path, kind) }),
  };
}

/** Reads the files only where two sides really changed one. */
function mergeContents(
  { base, ours, theirs }: Both,
  path: StoragePath,
  read: BlobReader,
): { bytes: Uint8Array; isClean: boolean } {
  if (ours.id === theirs.id || theirs.id === base?.id) {
    return { bytes: read(ours.id), isClean: true };
  }
  if (ours.id === base?.id) return { bytes: read(theirs.id), isClean: true };
  const old = base === undefined ? null : read(base.id);
  const { bytes, conflicts } = mergeFile(path, old, read(ours.id), read(theirs.id));
  return { bytes, isClean: conflicts.length === 0 };
}

function conflictOf(
  { base, ours, theirs }: VersionTrio,
  path: StoragePath,
  kind: ConflictKind,
): TreeConflict {
  return {
    path,
    kind,
    ...(base ? { base: base.path } : {}),
    ...(ours ? { ours: ours.path } : {}),
    ...(theirs ? { theirs: theirs.path } : {}),
  };
}

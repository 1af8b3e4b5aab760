import type { StoragePath } from '@mem/core';
import type { TreeFile } from '../head.js';

export type Tree = ReadonlyMap<StoragePath, TreeFile>;
/** New paths of renamed files, by the old ones. */
export type Renames = ReadonlyMap<StoragePath, StoragePath>;

export interface FileVersion extends TreeFile {
  readonly path: StoragePath;
}

/** One file in the three trees of a merge, under whatever name each has it. */
export interface VersionTrio {
  readonly base?: FileVersion;
  readonly ours?: FileVersion;
  readonly theirs?: FileVersion;
}

export interface TreesToMerge {
  readonly base: Tree;
  readonly ours: Tree;
  readonly theirs: Tree;
  readonly ourRenames: Renames;
  readonly theirRenames: Renames;
}

/** Follows each file through the trees; files that are new go by their paths. */
export function versionTrios(trees: TreesToMerge): VersionTrio[] {
  const { base, ours, theirs, ourRenames, theirRenames } = trees;
  const trios: VersionTrio[] = [];
  const taken = { ours: new Set<StoragePath>(), theirs: new Set<StoragePath>() };
  for (const [path, file] of base) {
    const our = versionAt(ours, ourRenames.get(path) ?? path, taken.ours);
    const their = versionAt(theirs, theirRenames.get(path) ?? path, taken.theirs);
    trios.push(trioOf({ ...file, path }, our, their));
  }
  for (const path of new Set([...ours.keys(), ...theirs.keys()])) {
    const our = versionAt(ours, path, taken.ours);
    const their = versionAt(theirs, path, taken.theirs);
    if (our || their) trios.push(trioOf(undefined, our, their));
  }
  return trios;
}

/** Each file of a tree belongs to one trio only. */
function versionAt(
  tree: Tree,
  path: StoragePath,
  taken: Set<StoragePath>,
): FileVersion | undefined {
  const file = tree.get(path);
  if (file === undefined || taken.has(path)) return undefined;
  taken.add(path);
  return { ...file, path };
}

function trioOf(
  base: FileVersion | undefined,
  ours: FileVersion | undefined,
  theirs: FileVersion | undefined,
): VersionTrio {
  return { ...(base ? { base } : {}), ...(ours ? { ours } : {}), ...(theirs ? { theirs } : {}) };
}

import { indexPath, MemoryError, type StoragePath, storagePath } from '@mem/core';
import { placeOf } from '@mem/fs-node/internal';
import { readTree, type TreeFile } from '../head.js';
import { readLog } from '../history/log.js';
import { readBlobs } from '../history/read-blobs.js';
import { joinRenames, renamesIn } from '../history/renames.js';
import { changesBetween } from '../history/trees.js';
import { mergeTrees, noDecisions, type TreeConflict } from '../merge/merge-trees.js';
import type { Renames } from '../merge/version-trios.js';
import { gitIn, type Repository } from '../repository.js';
import { readDecisions } from './decisions.js';
import { mergeRules, rulesPath } from './merge-rules.js';
import { mergedIndex } from './merged-index.js';

export interface CommitsToMerge {
  readonly base: string | undefined;
  readonly ours: string | undefined;
  readonly theirs: string;
}

/** What the merge changes of our side, and of theirs. */
export interface CommitMerge {
  readonly files: ReadonlyMap<StoragePath, ChangedFile>;
  /** True when the result is exactly their commit. */
  readonly isTheirs: boolean;
  readonly conflicts: readonly TreeConflict[];
}

export interface ChangedFile {
  readonly from: TreeFile | undefined;
  /** Null removes it. */
  readonly to: Uint8Array | null;
  readonly mode: string;
}

type Tree = Map<StoragePath, TreeFile>;

/** @throws MemoryError REFUSED when their side changes what is no memory */
export async function mergeCommits(
  repository: Repository,
  commits: CommitsToMerge,
): Promise<CommitMerge> {
  const { base, ours, theirs } = commits;
  await refuseOthers(repository, base, theirs);
  const [inBase, inOurs, inTheirs] = await Promise.all([
    readTree(repository, base),
    readTree(repository, ours),
    readTree(repository, theirs),
  ]);
  const [ourRenames, theirRenames] = await Promise.all([
    renames(repository, base, ours),
    renames(repository, base, theirs),
  ]);
  const trees = [inBase, inOurs, inTheirs].map(memoriesOf) as [Tree, Tree, Tree];
  const [read, rules] = await Promise.all([
    blobReader(repository, trees),
    mergeRules(repository, [inBase, inOurs, inTheirs]),
  ]);
  const [b, o, t] = trees;
  const isOneSided = base === undefined || ours === undefined || base === ours;
  const merged = mergeTrees(
    { base: b, ours: o, theirs: t, ourRenames, theirRenames },
    read,
    isOneSided ? noDecisions : await readDecisions(repository, base, { ours, theirs }),
  );
  // Of their own index, if only they have done something, hooks stay as they are.
  const before = base === ours ? t : o;
  const index = mergedIndex([b, o, t], before, merged.files, read);
  const result = new Map(merged.files.map((file) => [file.path, file]));
  if (index.bytes) {
    result.set(indexPath, { path: indexPath, bytes: index.bytes, mode: '100644' });
  }
  const files = changedFiles(o, result, read);
  if (rules.change) files.set(rulesPath, rules.change);
  const sameFiles = changedFiles(t, result, read).size === 0 && t.size === result.size;
  return {
    files,
    isTheirs: rules.isTheirs && sameFiles,
    conflicts: [...merged.conflicts, ...index.conflicts],
  };
}

/** What belongs to the memory and is an ordinary file. */
function memoriesOf(tree: Tree): Tree {
  return new Map([...tree].filter(([path, file]) => isMemory(path, file.mode)));
}

function isMemory(path: string, mode: string): boolean {
  if (!mode.startsWith('100')) return false;
  try {
    return placeOf(storagePath(path)) === 'open' && !path.includes('\ufffd');
  } catch {
    return false;
  }
}

/** Other files are the user's own affair: they come with git, never behind the user's back. */
async function refuseOthers(
  repository: Repository,
  base: string | undefined,
  theirs: string,
): Promise<void> {
  const others = await otherChanges(repository, base, theirs);
  if (others.length === 0) return;
  const shown = others.slice(0, 3).map((path) => JSON.stringify(path.slice(0, 100)));
  throw new MemoryError(
    'REFUSED',
    `The remote also brings changes of other files (${shown.join(', ')}${others.length > 3 ? ', …' : ''}). Get those with git pull; the merge driver takes care of memories there. Nothing was changed.`,
  );
}

/** Paths in the repository that a commit changed and that are no memories of this directory. */
export async function otherChanges(
  repository: Repository,
  base: string | undefined,
  commit: string,
): Promise<string[]> {
  const args =
    base === undefined
      ? ['ls-tree', '-r', '-z', '--full-tree', commit]
      : ['diff-tree', '-r', '-z', '--raw', '--abbrev=4', '--no-renames', base, commit];
  const { stdout } = await gitIn(repository, args, { maxOutput: 1024 * 1024 * 1024 });
  const text = stdout.toString('utf8');
  const { prefix } = repository;
  return parsePaths(text, base === undefined).flatMap(({ path, mode }) => {
    const isOurs = path.startsWith(prefix) && isMemory(path.slice(prefix.length), mode);
    return isOurs || isOwnRules(repository, path) ? [] : [path];
  });
}

/** The rules that every repository of ours begins with. */
function isOwnRules({ kind }: Repository, path: string): boolean {
  return kind !== 'host' && path === rulesPath;
}

function parsePaths(text: string, isTree: boolean): { path: string; mode: string }[] {
  const parts = text.split('\0');
  if (isTree) {
    return parts
      .filter((part) => part !== '')
      .map((part) => ({ path: part.slice(part.indexOf('\t') + 1), mode: part.slice(0, 6) }));
  }
  const changes: { path: string; mode: string }[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [before = '', after = ''] = (parts[at] ?? '').slice(1).split(' ');
    changes.push({ path: parts[at + 1] ?? '', mode: after === '000000' ? before : after });
  }
  return changes;
}

/** New paths of the files that were renamed on the way from the base to the commit. */
async function renames(
  repository: Repository,
  base: string | undefined,
  commit: string | undefined,
): Promise<Renames> {
  if (base === undefined || commit === undefined || base === commit) return new Map();
  const [changes, log] = await Promise.all([
    changesBetween(repository, base, commit),
    readLog(repository, { after: base, upTo: commit, limit: reach }),
  ]);
  return new Map(
    joinRenames(changes, renamesIn(log)).flatMap(({ path, from }) =>
      from === undefined || path === indexPath || from === indexPath ? [] : [[from, path]],
    ),
  );
}

/** Renames that lie further back are seen only where the file still resembles what it was. */
const reach = 20_000;

/** Reads at once what may be needed: files that are not the same in all three. */
async function blobReader(
  repository: Repository,
  trees: readonly [Tree, Tree, Tree],
): Promise<(id: string) => Uint8Array> {
  const ids = new Set(trees.flatMap((tree) => [...tree.values()].map(({ id }) => id)));
  const blobs = await readBlobs(repository, [...ids]);
  return (id) => {
    const bytes = blobs.get(id);
    if (bytes) return bytes;
    throw new MemoryError(
      'STORAGE',
      'The history lacks the contents of a file, as a partial clone does. Fetch all of it with git first.',
    );
  };
}

function changedFiles(
  tree: Tree,
  result: ReadonlyMap<StoragePath, { readonly bytes: Uint8Array; readonly mode: string }>,
  read: (id: string) => Uint8Array,
): Map<StoragePath, ChangedFile> {
  const files = new Map<StoragePath, ChangedFile>();
  for (const [path, { bytes, mode }] of result) {
    const from = tree.get(path);
    if (from === undefined || Buffer.compare(read(from.id), bytes) !== 0) {
      files.set(path, { from, to: bytes, mode });
    }
  }
  for (const [path, from] of tree) {
    if (!result.has(path)) files.set(path, { from, to: null, mode: from.mode });
  }
  return files;
}

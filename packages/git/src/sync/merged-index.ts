import { indexPath, type StoragePath } from '@mem/core';
import { isHookOf, parseEntryFile } from '@mem/core/internal';
import type { TreeFile } from '../head.js';
import { type ContradictingLine, contradictingLines } from '../merge/contradicting-lines.js';
import { mergeFile } from '../merge/merge-file.js';
import { mergeIndex } from '../merge/merge-index.js';
import type { TreeConflict } from '../merge/merge-trees.js';

type Tree = ReadonlyMap<StoragePath, TreeFile>;

/** The index of two merged commits, and whether they contradict each other in it. */
export function mergedIndex(
  [base, ours, theirs]: readonly [Tree, Tree, Tree],
  previous: Tree,
  files: readonly { readonly path: StoragePath; readonly bytes: Uint8Array }[],
  read: (id: string) => Uint8Array,
): { bytes: Uint8Array | undefined; conflicts: TreeConflict[] } {
  const bytesIn = (tree: Tree, path: StoragePath) => {
    const id = tree.get(path)?.id;
    return id === undefined ? undefined : read(id);
  };
  const texts = [base, ours, theirs].map((tree) => decoded(bytesIn(tree, indexPath)));
  if (texts.includes(null)) return wholeIndex(base, ours, theirs, read);
  const [b, o, t] = texts as (string | undefined)[];
  const after = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const has = (tree: Tree) => (path: StoragePath) => tree.has(path);
  const text = mergeIndex(
    [
      { text: b, has: has(base) },
      { text: o, has: has(ours) },
      { text: t, has: has(theirs) },
    ],
    {
      paths: new Set([...base.keys(), ...ours.keys(), ...theirs.keys(), ...after.keys()]),
      after: (path) => after.get(path),
      before: (path) => bytesIn(previous, path),
    },
  );
  const isLost = contradictingLines(b ?? '', o ?? '', t ?? '').some((line) =>
    isWrittenByHand(line, bytesIn(theirs, line.theirs.path as StoragePath)),
  );
  return {
    bytes: text === undefined ? undefined : new TextEncoder().encode(text),
    conflicts: isLost ? [indexConflict(b !== undefined)] : [],
  };
}

/** What a line says that the memory does not. The rest follows the memory, whatever stands there. */
function isWrittenByHand(
  { base, ours, theirs }: ContradictingLine,
  entry: Uint8Array | undefined,
): boolean {
  if (entry === undefined) return true;
  const { name, description } = parseEntryFile(theirs.path as StoragePath, entry);
  const isHook = theirs.hook === '' || isHookOf(theirs.hook, description);
  const isTitle = theirs.title === name || theirs.title === base?.title;
  return !isHook || !isTitle || theirs.frame !== (base ?? ours).frame;
}

function indexConflict(hasBase: boolean): TreeConflict {
  return {
    path: indexPath,
    kind: hasBase ? 'edited' : 'added',
    ours: indexPath,
    theirs: indexPath,
    ...(hasBase ? { base: indexPath } : {}),
  };
}

/** Null: not UTF-8. */
function decoded(bytes: Uint8Array | undefined): string | undefined | null {
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** An index that is no text is a file like any other. */
function wholeIndex(
  base: Tree,
  ours: Tree,
  theirs: Tree,
  read: (id: string) => Uint8Array,
): { bytes: Uint8Array | undefined; conflicts: TreeConflict[] } {
  const [b, o, t] = [base, ours, theirs].map((tree) => tree.get(indexPath)?.id);
  if (o === undefined || t === undefined) {
    const id = o ?? t;
    return { bytes: id === undefined ? undefined : read(id), conflicts: [] };
  }
  const { bytes, conflicts } = mergeFile(
    indexPath,
    b === undefined ? null : read(b),
    read(o),
    read(t),
  );
  return { bytes, conflicts: conflicts.length === 0 ? [] : [indexConflict(b !== undefined)] };
}

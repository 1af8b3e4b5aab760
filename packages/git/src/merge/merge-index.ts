import { isEntryPath, type StoragePath } from '@mem/core';
import { parseEntryFile, parseIndex, pathKey } from '@mem/core/internal';
import { type EntryChange, followIndex } from './follow-index.js';
import { mapThree, type Three } from './map-three.js';
import { unionLines } from './union-lines.js';

/** The index and the entries of one commit. */
export interface IndexSide {
  /** With its byte order mark; undefined where there is no index. */
  readonly text: string | undefined;
  readonly has: (path: StoragePath) => boolean;
}

export interface EntriesToList {
  /** Every entry of one of the three commits or of the result. */
  readonly paths: Iterable<StoragePath>;
  /** The entry in the result; undefined when it is gone. */
  readonly after: (path: StoragePath) => Uint8Array | undefined;
  /** The entry as ours had it. */
  readonly before: (path: StoragePath) => Uint8Array | undefined;
}

/**
 * The index of merged memories: not merged but repaired. It begins as ours with what theirs did to
 * its lines, then follows the files: entries that are gone lose their lines, and entries that one
 * side lists, or that are new to both, keep or get one. What nobody listed stays unlisted.
 * Undefined: there is no index.
 */
export function mergeIndex(
  sides: Three<IndexSide>,
  { paths, after, before }: EntriesToList,
): string | undefined {
  const [base, ours, theirs] = sides;
  if (ours.text === undefined && theirs.text === undefined) return undefined;
  const text =
    ours.text === undefined || theirs.text === undefined
      ? (ours.text ?? theirs.text ?? '')
      : unionLines(base.text ?? '', ours.text, theirs.text);
  const linked = linkedPaths(text);
  const listed = mapThree(sides, (side) => ({ ...side, linked: linkedPaths(side.text) }));
  const changes: EntryChange[] = [];
  for (const path of paths) {
    if (!isEntryPath(path)) continue;
    const entry = after(path);
    const old = before(path);
    const isListed = entry !== undefined && isToBeListed(listed, path);
    const isSettled = isListed === linked.has(pathKey(path)) || (entry && !isListed);
    if (!isSettled || (entry && entry !== old)) changes.push(changeOf(path, entry, old, isListed));
  }
  return followIndex(text, changes, typeLookup(after));
}

function linkedPaths(text: string | undefined): Set<string> {
  return new Set(parseIndex(text ?? '').links.map(({ path }) => pathKey(path)));
}

/** Decided like a field: whoever changed it decides, and who has no such file has no say. */
function isToBeListed(
  sides: Three<IndexSide & { readonly linked: ReadonlySet<string> }>,
  path: StoragePath,
): boolean {
  const [base, ours, theirs] = mapThree(sides, ({ has, linked }) =>
    has(path) ? linked.has(pathKey(path)) : undefined,
  );
  if (ours === undefined || theirs === undefined) return ours ?? theirs ?? true;
  return ours === base ? theirs : ours;
}

function changeOf(
  path: StoragePath,
  after: Uint8Array | undefined,
  before: Uint8Array | undefined,
  isListed: boolean,
): EntryChange {
  if (after === undefined) return { path, isListed: false };
  const { name, description, type } = parseEntryFile(path, after);
  const previousDescription = before && parseEntryFile(path, before).description;
  return { path, entry: { path, name, description, type, previousDescription }, isListed };
}

/** Entries are read only when a new line looks for its place. */
function typeLookup(after: EntriesToList['after']): (path: string) => string | undefined {
  return (path) => {
    const bytes = after(path as StoragePath);
    return bytes && parseEntryFile(path as StoragePath, bytes).type;
  };
}

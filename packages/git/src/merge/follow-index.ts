import { isEntryPath, type StoragePath } from '@mem/core';
import { type IndexedEntry, parseIndex, pathKey, rebuildIndex } from '@mem/core/internal';

/** What became of one entry. */
export interface EntryChange {
  readonly path: StoragePath;
  /** The entry as it is now; absent when it is gone. */
  readonly entry?: IndexedEntry | undefined;
  /** Give it a line where it has none: it is new, or had one before. */
  readonly isListed: boolean;
}

/**
 * The index after these entries came, went or changed: lines of those that went are taken out,
 * those that came get one, a hook that was the old description follows the new one. All else stays,
 * dead links of others and entries that nobody ever listed among them.
 */
export function followIndex(
  text: string,
  changes: readonly EntryChange[],
  typeOf: (path: string) => string | undefined = () => undefined,
): string {
  const byPath = new Map(changes.map((change) => [pathKey(change.path), change]));
  const links = new Map(parseIndex(text).links.map(({ path }) => [pathKey(path), path]));
  const isMissing = ({ path, entry, isListed }: EntryChange) =>
    entry !== undefined && isListed && isEntryPath(path) && !links.has(pathKey(path));
  // Only a new line looks for its place beside entries of its type.
  const needsTypes = changes.some(isMissing);
  const entries: IndexedEntry[] = [];
  for (const [key, path] of links) {
    if (!isEntryPath(path as StoragePath)) continue;
    const change = byPath.get(key);
    if (change?.entry) entries.push(change.entry);
    else if (!change)
      entries.push({ path, name: path, type: needsTypes ? typeOf(path) : undefined });
  }
  for (const change of changes) {
    if (change.entry && isMissing(change)) entries.push(change.entry);
  }
  return rebuildIndex(text, entries).text;
}

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
  const entries: IndexedEntry[] = [];
  const linked = new Set<string>();
  for (const { path } of parseIndex(text).links) {
    const key = pathKey(path);
    if (linked.has(key) || !isEntryPath(path as StoragePath)) continue;
    linked.add(key);
    const change = byPath.get(key);
    if (change === undefined) entries.push({ path, name: path, type: typeOf(path) });
    else if (change.entry) entries.push(change.entry);
  }
  for (const { path, entry, isListed } of changes) {
    if (entry && isListed && isEntryPath(path) && !linked.has(pathKey(path))) entries.push(entry);
  }
  return rebuildIndex(text, entries).text;
}

import { isEntryPath } from '../entry-path.js';
import type { StoragePath } from '../storage.js';
import { insertLines } from './add-index-line.js';
import { applyEdits } from './lines.js';
import { parseIndex } from './parse-index.js';
import { hookEdit } from './refresh-hook.js';
import { removePaths } from './remove-index-lines.js';
import { pathKey } from './same-path.js';

export interface IndexedEntry {
  readonly path: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly type?: string | undefined;
  /** An earlier description: a hook that still says it is refreshed. */
  readonly previousDescription?: string | undefined;
}

export interface RebuiltIndex {
  readonly text: string;
  /** Entries that had no link and have a line now. */
  readonly added: string[];
  /** Targets that are gone and are linked no more. */
  readonly dropped: string[];
  /** Lines that are gone, or that lost a link, as they were. */
  readonly droppedLines: string[];
  /** Entries whose hook followed their description. */
  readonly refreshed: string[];
}

/**
 * Makes the index list exactly the given entries and keeps all else: prose, headings, tables,
 * comments, titles and hooks that people wrote. Files that are no entries (daily logs, other
 * indexes) may stay linked.
 */
export function rebuildIndex(text: string, entries: readonly IndexedEntry[]): RebuiltIndex {
  const byPath = new Map(entries.map((entry) => [pathKey(entry.path), entry]));
  const { text: fresh, refreshed } = refreshHooks(text, byPath);
  const isGone = (path: string) => isEntryPath(path as StoragePath) && !byPath.has(pathKey(path));
  const dropped = [
    ...new Set(
      parseIndex(fresh)
        .links.map((link) => link.path)
        .filter(isGone),
    ),
  ];
  const removal = removePaths(fresh, isGone);
  const index = parseIndex(removal.text);
  const linked = new Set(index.links.map((link) => pathKey(link.path)));
  const missing = entries.filter((entry) => !linked.has(pathKey(entry.path)));
  const typeOf = (path: string) => byPath.get(pathKey(path))?.type;
  return {
    text: missing.length === 0 ? removal.text : insertLines(index, missing, typeOf).text,
    added: missing.map((entry) => entry.path).sort(),
    dropped,
    droppedLines: removal.changedLines,
    refreshed,
  };
}

function refreshHooks(
  text: string,
  byPath: ReadonlyMap<string, IndexedEntry>,
): { text: string; refreshed: string[] } {
  const index = parseIndex(text);
  const refreshed = new Set<string>();
  const edits = index.links.flatMap((link) => {
    const entry = byPath.get(pathKey(link.path));
    if (entry?.previousDescription === undefined) return [];
    const edit = hookEdit(index, link, entry.previousDescription, entry.description);
    if (!edit || text.slice(edit.start, edit.end) === edit.text) return [];
    refreshed.add(entry.path);
    return [edit];
  });
  return { text: applyEdits(text, edits), refreshed: [...refreshed] };
}

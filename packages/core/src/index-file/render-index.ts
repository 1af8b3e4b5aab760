import { type LineEntry, renderIndexLine } from './render-index-line.js';

/** A whole index: a line for each entry, sorted by path (in UTF-16 order, the same everywhere). */
export function renderIndex(entries: readonly LineEntry[], eol = '\n'): string {
  return sortedByPath(entries)
    .map((entry) => renderIndexLine(entry) + eol)
    .join('');
}

export function sortedByPath<Entry extends { readonly path: string }>(
  entries: readonly Entry[],
): Entry[] {
  return [...entries].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

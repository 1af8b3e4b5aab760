import type { ContextEntry } from './context-entry.js';

/** What is about the user and how to work comes first; then newest first, then by path. */
export function inContextOrder<E extends ContextEntry>(entries: readonly E[]): E[] {
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry.type), time: timeOf(entry.modified) }))
    .sort((a, b) => a.rank - b.rank || b.time - a.time || comparePaths(a.entry, b.entry))
    .map(({ entry }) => entry);
}

function rankOf(type: string | undefined): number {
  const lower = type?.toLowerCase();
  return lower === 'user' || lower === 'feedback' ? 0 : 1;
}

function timeOf(modified: string | undefined): number {
  const time = modified === undefined ? Number.NaN : Date.parse(modified);
  return Number.isNaN(time) ? Number.MIN_SAFE_INTEGER : time;
}

function comparePaths(a: ContextEntry, b: ContextEntry): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

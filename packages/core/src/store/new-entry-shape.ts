import type { KnownEntry } from './directory-view.js';

/** How many of the newest entries decide. */
const sampleSize = 5;

/** The header shape for a new file: as asked, or as most of the newest entries have it. */
export function newEntryShape(
  wanted: 'auto' | 'flat' | 'nested',
  entries: readonly KnownEntry[],
): 'flat' | 'nested' {
  if (wanted !== 'auto') return wanted;
  const newest = entries
    .filter((entry) => entry.readable && entry.header.shape !== 'none')
    .sort((a, b) => (b.modifiedAt ?? 0) - (a.modifiedAt ?? 0))
    .slice(0, sampleSize);
  const nested = newest.filter((entry) => entry.header.shape === 'nested').length;
  return nested * 2 > newest.length ? 'nested' : 'flat';
}

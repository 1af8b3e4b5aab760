import type { KnownEntry } from './directory-view.js';

/** How many of the newest entries decide. */
const sampleSize = 5;

/** The header shape for a new file: as asked, or as most of the newest entries have it. */
export function newEntryShape(
  wanted: 'auto' | 'flat' | 'nested',
  entries: readonly KnownEntry[],
): 'flat' | 'nested' {
  if (wanted !== 'auto') return wanted;
  const newest: KnownEntry[] = [];
  for (const entry of entries) {
    // Most are older than the newest so far, which the last of them tells.
    if (newest.length === sampleSize && !isLater(entry, newest[sampleSize - 1]!)) continue;
    if (!entry.readable || entry.header.shape === 'none') continue;
    const at = newest.findIndex((other) => isLater(entry, other));
    if (at >= 0) newest.splice(at, 0, entry);
    else if (newest.length < sampleSize) newest.push(entry);
    if (newest.length > sampleSize) newest.pop();
  }
  const nested = newest.filter((entry) => entry.header.shape === 'nested').length;
  return nested * 2 > newest.length ? 'nested' : 'flat';
}

function isLater(one: KnownEntry, other: KnownEntry): boolean {
  return (one.modifiedAt ?? 0) > (other.modifiedAt ?? 0);
}

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
  let oldest = Number.NEGATIVE_INFINITY;
  for (const entry of entries) {
    // Most are older than the newest so far, which the last of them tells.
    if (timeOf(entry) <= oldest) continue;
    if (!entry.readable || entry.header.shape === 'none') continue;
    const at = newest.findIndex((other) => timeOf(entry) > timeOf(other));
    newest.splice(at < 0 ? newest.length : at, 0, entry);
    if (newest.length > sampleSize) newest.pop();
    if (newest.length === sampleSize) oldest = timeOf(newest[sampleSize - 1]!);
  }
  const nested = newest.filter((entry) => entry.header.shape === 'nested').length;
  return nested * 2 > newest.length ? 'nested' : 'flat';
}

function timeOf({ modifiedAt }: KnownEntry): number {
  return modifiedAt ?? 0;
}

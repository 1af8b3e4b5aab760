import { foldName } from './fold.js';
import { stemOf } from './storage-path.js';

/** Names are compared by their first so many characters, and differ in so many at most. */
const comparedLength = 100;
const maxDifferences = 6;

/**
 * The up to three names most like the target, best first: those that differ in few letters, or that
 * hold it as a part. Takes some 50 ms for 10,000 entries.
 */
export function nearestNames(
  target: string,
  entries: readonly { readonly path: string; readonly name: string }[],
): string[] {
  const wanted = foldName(target).slice(0, comparedLength);
  const scored: { name: string; distance: number }[] = [];
  for (const { name, path } of entries) {
    const distance = Math.min(distanceTo(wanted, name), distanceTo(wanted, stemOf(path)));
    if (distance !== Number.POSITIVE_INFINITY) scored.push({ name, distance });
  }
  scored.sort((a, b) => a.distance - b.distance || compare(a.name, b.name));
  return [...new Set(scored.map((entry) => entry.name))].slice(0, 3);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function distanceTo(wanted: string, name: string): number {
  const folded = foldName(name).slice(0, comparedLength);
  if (folded === '') return Number.POSITIVE_INFINITY;
  const third = Math.floor(Math.max(wanted.length, folded.length) / 3);
  const limit = Math.min(maxDifferences, Math.max(1, third));
  const distance = editDistance(wanted, folded, limit);
  if (distance !== Number.POSITIVE_INFINITY) return distance;
  // A part counts after every near spelling; the closer in length, the better.
  const isPart = wanted.length >= 2 && folded.includes(wanted);
  return isPart ? comparedLength + folded.length - wanted.length : Number.POSITIVE_INFINITY;
}

/**
 * Levenshtein distance in UTF-16 units, or infinity when it is above the limit. Only pairs of
 * positions no further apart than the limit are looked at: others cannot be on a short way.
 */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY;
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = new Array<number>(b.length + 1).fill(Number.POSITIVE_INFINITY);
    current[0] = row;
    const last = Math.min(b.length, row + limit);
    for (let column = Math.max(1, row - limit); column <= last; column++) {
      const replaced = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current[column] = Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1);
    }
    previous = current;
  }
  const distance = previous[b.length]!;
  return distance <= limit ? distance : Number.POSITIVE_INFINITY;
}

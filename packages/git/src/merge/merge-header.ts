import type { LineEnd, TextLine } from '@mem/core/internal';
import type { HeaderSegment } from './header-segments.js';
import { mapThree } from './map-three.js';
import type { Favour } from './merge-lines.js';

export interface MergedHeader {
  readonly lines: readonly TextLine[];
  /** Fields that both sides changed, each in another way. */
  readonly conflicts: readonly string[];
}

/**
 * Merges headers field by field. Ours is the ground: its order, comments and spelling stay, and
 * fields that only theirs changed, added or removed follow. Of two times the later one stands.
 */
export function mergeHeader(
  base: readonly HeaderSegment[],
  ours: readonly HeaderSegment[],
  theirs: readonly HeaderSegment[],
  favour: Favour,
  eol: LineEnd,
): MergedHeader {
  const [inBase, inOurs, inTheirs] = mapThree(
    [base, ours, theirs],
    (segments): Segments => new Map(segments.map((segment) => [segment.key, segment])),
  );
  const conflicts: string[] = [];
  const choose = (key: string) => {
    const sides = { ours: inOurs.get(key), theirs: inTheirs.get(key) };
    const side = sideOf(key, inBase.get(key), sides.ours, sides.theirs);
    if (side === 'conflict') conflicts.push(key.replace(/^metadata\//, ''));
    return sides[side === 'conflict' ? favour : side];
  };
  const merged: HeaderSegment[] = [];
  for (const { key } of ours) {
    const segment = choose(key);
    if (segment) merged.push(segment);
  }
  for (const [position, { key }] of theirs.entries()) {
    if (inOurs.has(key)) continue;
    const segment = choose(key);
    if (segment) merged.splice(placeAfter(merged, theirs, position), 0, segment);
  }
  return {
    lines: merged.flatMap(({ lines }) => lines.map(({ text }) => ({ text, end: eol }))),
    conflicts,
  };
}

type Segments = ReadonlyMap<string, HeaderSegment>;

function sideOf(
  key: string,
  base: HeaderSegment | undefined,
  ours: HeaderSegment | undefined,
  theirs: HeaderSegment | undefined,
): Favour | 'conflict' {
  const [b, o, t] = mapThree([base, ours, theirs], textOf);
  if (o === t || t === b) return 'ours';
  if (o === b) return 'theirs';
  if (/^(?:metadata\/)?modified$/.test(key) && o !== undefined && t !== undefined) {
    return timeIn(t) > timeIn(o) ? 'theirs' : 'ours';
  }
  return 'conflict';
}

function textOf(segment: HeaderSegment | undefined): string | undefined {
  return segment?.lines.map(({ text }) => text.trimEnd()).join('\n');
}

/** Milliseconds since 1970; what is no time is older than any. */
function timeIn(text: string): number {
  const [, written = ''] = /modified["']?\s*:\s*["']?([\dT:.Z+-]+)/.exec(text) ?? [];
  const time = Date.parse(written);
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

/** Behind the nearest field in front of it that is there too, else in front of all. */
function placeAfter(
  merged: readonly HeaderSegment[],
  theirs: readonly HeaderSegment[],
  position: number,
): number {
  for (let at = position - 1; at >= 0; at--) {
    const place = merged.findIndex(({ key }) => key === theirs[at]?.key);
    if (place >= 0) return place + 1;
  }
  return 0;
}

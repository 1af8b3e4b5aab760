import type { TextRange } from '../memory-store.js';

export interface Snippet {
  /** One line: runs of blanks and line ends are one blank. */
  readonly text: string;
  /** Where the matches stand in it, in order, without overlap. */
  readonly marks: readonly TextRange[];
}

/** A place that matched. What tells more about the query weighs more. */
export interface WeightedRange extends TextRange {
  /** Which thing was matched; seeing one twice is worth little. */
  readonly term: number;
  readonly weight: number;
}

/** About this many UTF-16 units of text; marks at the edges may stretch it. */
const snippetUnits = 160;
/** How far before the first match a snippet begins. */
const leadUnits = 40;

/** A line around the place where most of the query stands together. `ranges` are in order. */
export function makeSnippet(text: string, ranges: readonly WeightedRange[]): Snippet {
  const window = bestWindow(ranges);
  const start =
    window === undefined ? 0 : startBefore(text, window.start - leadUnits, window.start);
  const end = endAfter(text, Math.max(start + snippetUnits, window?.firstEnd ?? 0));
  return flatten(text, start, end, ranges);
}

/** The window of the usual size whose distinct terms weigh most; the first of equals. */
function bestWindow(
  ranges: readonly WeightedRange[],
): { readonly start: number; readonly firstEnd: number } | undefined {
  const inside = new TermsInside();
  let best: WeightedRange | undefined;
  let bestWeight = 0;
  let next = 0;
  for (const first of ranges) {
    const limit = Math.max(first.end, first.start + snippetUnits - leadUnits);
    while (next < ranges.length && ranges[next]!.end <= limit) inside.add(ranges[next++]!);
    if (inside.weight > bestWeight + rounding) {
      bestWeight = inside.weight;
      best = first;
    }
    inside.remove(first);
  }
  return best && { start: best.start, firstEnd: best.end };
}

/** Sums that were added to and taken from are not exact; less than this is no difference. */
const rounding = 1e-9;

/** The distinct terms in a window that slides. */
class TermsInside {
  weight = 0;
  readonly #counts = new Map<number, number>();

  add({ term, weight }: WeightedRange): void {
    const count = this.#counts.get(term) ?? 0;
    if (count === 0) this.weight += weight;
    this.#counts.set(term, count + 1);
  }

  remove({ term, weight }: WeightedRange): void {
    const count = (this.#counts.get(term) ?? 0) - 1;
    this.#counts.set(term, count);
    if (count === 0) this.weight -= weight;
  }
}

/** A good place to begin, at or after `wanted`: after a blank if one is near, never in a grapheme. */
function startBefore(text: string, wanted: number, latest: number): number {
  if (wanted <= 0) return 0;
  for (let at = wanted; at < Math.min(latest, wanted + leadUnits / 2); at++) {
    if (isBlank(text.charCodeAt(at - 1))) return at;
  }
  return boundaryAtOrBefore(text, wanted);
}

function endAfter(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length;
  for (let at = wanted; at > wanted - leadUnits / 2; at--) {
    if (isBlank(text.charCodeAt(at))) return at;
  }
  return boundaryAtOrBefore(text, wanted);
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 9 && unit <= 13) || unit === 0xa0 || unit === 0x3000;
}

/** Longer stacks of marks than this are cut: an attack, not a letter. */
const maxGraphemeUnits = 32;

/** The nearest place at or before `at` where no character that a reader sees as one is split. */
function boundaryAtOrBefore(text: string, at: number): number {
  let place = at;
  const lowest = Math.max(0, at - maxGraphemeUnits);
  while (place > lowest && joins(text, place)) place--;
  if (!joins(text, place)) return place;
  return isLowSurrogate(text.charCodeAt(at)) ? at - 1 : at;
}

/** True when what stands at `at` belongs to what stands before it. */
function joins(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const unit = text.charCodeAt(at);
  if (unit < 0x300 && text.charCodeAt(at - 1) < 0x300) return false;
  if (isLowSurrogate(unit) && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) return true;
  const codePoint = text.codePointAt(at)!;
  const next = String.fromCodePoint(codePoint);
  if (/^(?:\p{M}|\u200d|[\u{1f3fb}-\u{1f3ff}]|[\u1160-\u11ff])/u.test(next)) return true;
  if (text.charCodeAt(at - 1) === 0x200d) return true;
  return isFlag(codePoint) && countFlagsBefore(text, at) % 2 === 1;
}

function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

/** A regional indicator; two of them make one flag. */
function isFlag(codePoint: number): boolean {
  return codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff;
}

const mostFlags = 512;

function countFlagsBefore(text: string, at: number): number {
  let count = 0;
  while (count < mostFlags && isFlag(text.codePointAt(at - 2 * (count + 1)) ?? 0)) count++;
  return count;
}

/** Makes one line of `text[start..end)`, with `…` where something was cut. */
function flatten(
  text: string,
  start: number,
  end: number,
  ranges: readonly WeightedRange[],
): Snippet {
  const pieces: string[] = [];
  const places = new Uint32Array(end - start + 1);
  let length = 0;
  const add = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
  };
  if (text.slice(0, start).trim() !== '') add('…');
  let pending = false;
  const opening = length;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (isBlank(unit) || unit < 0x20 || unit === 0x7f) {
      pending = length > opening;
      places[at - start] = length;
      continue;
    }
    if (pending) add(' ');
    pending = false;
    places[at - start] = length;
    add(text[at]!);
  }
  places[end - start] = length;
  if (text.slice(end).trim() !== '') add('…');
  return { text: pieces.join(''), marks: marksOf(ranges, start, end, places) };
}

function marksOf(
  ranges: readonly WeightedRange[],
  start: number,
  end: number,
  places: Uint32Array,
): TextRange[] {
  const marks: { start: number; end: number }[] = [];
  for (const range of ranges) {
    if (range.start < start || range.end > end) continue;
    const from = places[range.start - start]!;
    const to = places[range.end - 1 - start]! + 1;
    const last = marks.at(-1);
    if (last && from <= last.end) last.end = Math.max(last.end, to);
    else marks.push({ start: from, end: to });
  }
  return marks;
}

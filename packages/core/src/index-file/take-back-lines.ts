import { matchLines } from '../match-lines.js';
import { type RawLine, splitLines, usualLineEnd } from './lines.js';
import { ownLinkKeys, parseIndex } from './parse-index.js';
import { takeBackWords } from './take-back-words.js';

export interface TakenBackLines {
  readonly text: string;
  /** Lines that the change took out and that were not put back: a line for their entry is there. */
  readonly missing: readonly string[];
}

/**
 * Takes one change of an index back out of what the index became since: lines that the change
 * added go, lines that it took out come back where they were, and lines that it edited lose that
 * edit; all that was written later stays. A line that the change added stays when somebody wrote
 * below it as part of its item.
 *
 * @param before the index before the change
 * @param left the index as the change left it
 * @param now the index as it is
 */
export function takeBackLines(before: string, left: string, now: string): TakenBackLines {
  if (now === left) return { text: before, missing: [] };
  return new LineTaker(before, left, now).run();
}

/** Lines between two that the change kept: what it took out, and what it put there. */
interface Hunk {
  readonly before: readonly [start: number, end: number];
  readonly left: readonly [start: number, end: number];
}

/** So many lines, in all, are tried as the ones that edited lines became. */
const maxAttempts = 200;
/** Longer lines are not looked into. */
const maxLineLength = 2000;

class LineTaker {
  readonly #before: readonly RawLine[];
  readonly #left: readonly RawLine[];
  readonly #now: readonly RawLine[];
  readonly #nowText: string;
  readonly #inLeft: Int32Array;
  readonly #inNow: Int32Array;
  readonly #gapStarts: Int32Array;
  readonly #gapEnds: Int32Array;
  /** Entries that somebody listed since. */
  readonly #listedSince: ReadonlySet<string>;
  readonly #dropped = new Set<number>();
  readonly #replaced = new Map<number, RawLine>();
  readonly #inserted = new Map<number, RawLine[]>();
  readonly #missing: string[] = [];
  #attempts = 0;

  constructor(before: string, left: string, now: string) {
    this.#before = splitLines(before);
    this.#left = splitLines(left);
    this.#now = splitLines(now);
    this.#nowText = now;
    this.#inLeft = matchLines(texts(this.#before), texts(this.#left));
    this.#inNow = matchLines(texts(this.#left), texts(this.#now));
    this.#gapStarts = gapStarts(this.#inNow);
    this.#gapEnds = gapEnds(this.#inNow);
    const listed = ownLinkKeys(left);
    this.#listedSince = new Set([...ownLinkKeys(now)].filter((key) => !listed.has(key)));
  }

  run(): TakenBackLines {
    for (const hunk of this.#hunks()) this.#takeBack(hunk);
    this.#restoreLineEnds();
    this.#keepParents();
    return { text: this.#join(), missing: this.#missing };
  }

  *#hunks(): Iterable<Hunk> {
    let [b, l] = [0, 0];
    for (let next = 0; next <= this.#before.length; next++) {
      const match = next < this.#before.length ? this.#inLeft[next]! : this.#left.length;
      if (match === -1) continue;
      if (next > b || match > l) yield { before: [b, next], left: [l, match] };
      [b, l] = [next + 1, match + 1];
    }
  }

  #takeBack({ before, left }: Hunk): void {
    const removed = this.#before.slice(...before);
    if (removed.length === left[1] - left[0]) {
      for (const [at, line] of removed.entries()) this.#takeBackEdit(line, left[0] + at);
      return;
    }
    const place = this.#placeFor(left[0], removed[0]);
    for (let line = left[0]; line < left[1]; line++) {
      if (this.#inNow[line] !== -1) this.#dropped.add(this.#inNow[line]!);
    }
    if (removed.length > 0) this.#insert(place, removed);
  }

  #takeBackEdit(line: RawLine, left: number): void {
    const at = this.#inNow[left]!;
    if (at !== -1) this.#replaced.set(at, line);
    else this.#takeBackWords(line, left);
  }

  /** The line was edited by hand after the change: only the words of the change are taken back. */
  #takeBackWords(line: RawLine, left: number): void {
    const [start, end] = this.#gapAround(left).now;
    if (line.text.length > maxLineLength) return;
    for (let at = start; at < end && this.#attempts < maxAttempts; at++) {
      const now = this.#now[at]!;
      if (this.#replaced.has(at) || now.text.length > maxLineLength) continue;
      this.#attempts++;
      const text = takeBackWords(line.text, this.#left[left]!.text, now.text);
      if (text === undefined) continue;
      this.#replaced.set(at, { ...now, text });
      return;
    }
  }

  #insert(place: number, lines: readonly RawLine[]): void {
    const keys = ownLinkKeys(lines.map(({ text }) => `${text}\n`).join(''));
    if ([...keys].some((key) => this.#listedSince.has(key))) {
      this.#missing.push(...texts(lines));
      return;
    }
    const there = this.#inserted.get(place) ?? [];
    there.push(...lines);
    this.#inserted.set(place, there);
  }

  /** Where in the present lines stands what stood before this line. */
  #placeFor(left: number, first: RawLine | undefined): number {
    const gap = this.#gapAround(left);
    const isAfterKept = gap.left[0] === left;
    if (isAfterKept) return this.#afterChildren(gap.now[0], gap.now[1], first);
    if (gap.left[1] === left) return gap.now[1];
    const isEditedInPlace = gap.left[1] - gap.left[0] === gap.now[1] - gap.now[0];
    return isEditedInPlace ? gap.now[0] + left - gap.left[0] : gap.now[1];
  }

  /** What was written since as part of the item above stays with that item. */
  #afterChildren(from: number, to: number, first: RawLine | undefined): number {
    const indent = indentOf(first?.text ?? '');
    let place = from;
    while (place < to && indentOf(this.#now[place]!.text) > indent) place++;
    return place;
  }

  /** The lines without a partner around the place before this line, on both sides. */
  #gapAround(left: number): { left: [number, number]; now: [number, number] } {
    const start = this.#gapStarts[left]!;
    const end = this.#gapEnds[left]!;
    const nowStart = start === 0 ? 0 : this.#inNow[start - 1]! + 1;
    const nowEnd = end === this.#left.length ? this.#now.length : this.#inNow[end]!;
    return { left: [start, end], now: [nowStart, nowEnd] };
  }

  #restoreLineEnds(): void {
    for (const [at, line] of this.#before.entries()) {
      const left = this.#inLeft[at]!;
      const now = left === -1 ? -1 : this.#inNow[left]!;
      if (now === -1 || this.#left[left]!.end === line.end) continue;
      const present = this.#now[now]!;
      if (present.end === this.#left[left]!.end)
        this.#replaced.set(now, { ...present, end: line.end });
    }
  }

  /** A line that would go stays where text that was written since is part of its item. */
  #keepParents(): void {
    if (this.#dropped.size === 0) return;
    const stayingAbove = [0];
    for (const [at, { text }] of this.#now.entries()) {
      const stays = !this.#dropped.has(at) && text.trim() !== '';
      stayingAbove.push(stayingAbove[at]! + Number(stays));
    }
    for (const { first, last } of parseIndex(this.#nowText).items) {
      if (stayingAbove[last + 1]! > stayingAbove[first + 1]!) this.#dropped.delete(first);
    }
  }

  #join(): string {
    const lines: RawLine[] = [];
    for (let at = 0; at <= this.#now.length; at++) {
      for (const line of this.#inserted.get(at) ?? []) lines.push(line);
      const line = this.#replaced.get(at) ?? this.#now[at];
      if (line && !this.#dropped.has(at)) lines.push(line);
    }
    const usual = usualLineEnd(this.#now);
    const last = lines.length - 1;
    return lines.map(({ text, end }, at) => text + (at < last ? end || usual : end)).join('');
  }
}

/** For the place before each line: the first of the lines without a partner that end there. */
function gapStarts(matches: Int32Array): Int32Array {
  const starts = new Int32Array(matches.length + 1);
  for (let at = 1; at <= matches.length; at++) {
    starts[at] = matches[at - 1] === -1 ? starts[at - 1]! : at;
  }
  return starts;
}

/** The same for those that begin there: the line after the last of them. */
function gapEnds(matches: Int32Array): Int32Array {
  const ends = new Int32Array(matches.length + 1).fill(matches.length);
  for (let at = matches.length - 1; at >= 0; at--)
    ends[at] = matches[at] === -1 ? ends[at + 1]! : at;
  return ends;
}

function texts(lines: readonly RawLine[]): string[] {
  return lines.map(({ text }) => text);
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

import { joinLines, lineEndOf, linesOf, matchLines, type TextLine } from '@mem/core/internal';
import { mapThree, type Three } from './map-three.js';
import { ownLines, type PlacedLine, placesOf, replaceLines } from './own-lines.js';

/**
 * The index of one side with what the other one did to its lines: lines that theirs took out are
 * out, lines that theirs put in are in, at their place. The line of a memory, with what is wrapped
 * behind it, is one thing: whoever changed it has it, and where both did ours stays. All else that
 * somebody wrote stays, and lines of ours that theirs did not have stay as they are.
 */
export function unionLines(base: string, ours: string, theirs: string): string {
  if (theirs === base) return ours;
  if (ours === base) return theirs;
  const merge = mergeOf(mapThree([base, ours, theirs], withoutMark));
  const text = joined(merge, additions(merge), lineEndOf(ours || theirs));
  return (ours.startsWith(mark) ? mark : '') + text;
}

const mark = '\ufeff';

function withoutMark(text: string): string {
  return text.startsWith(mark) ? text.slice(1) : text;
}

/** Lines are meant by their positions; a match of -1 is none. */
interface Merge extends OwnDecisions {
  readonly base: readonly TextLine[];
  readonly ours: readonly TextLine[];
  readonly theirs: readonly TextLine[];
  readonly inOurs: Int32Array;
  readonly inTheirs: Int32Array;
}

interface OwnDecisions {
  /** Of ours, what goes. */
  readonly removed: ReadonlySet<number>;
  /** Of theirs, what comes even where the base has such a line. */
  readonly coming: ReadonlySet<number>;
  /** Of theirs, what ours has in its own way, with the last line of that. */
  readonly instead: ReadonlyMap<number, number>;
}

function mergeOf([base, given, theirs]: Three<string>): Merge {
  const mine = withTheirEdits(base, given, theirs);
  const lines = { base: linesOf(base), ours: linesOf(mine), theirs: linesOf(theirs) };
  const matches = {
    inOurs: matchesOf(lines.base, lines.ours),
    inTheirs: matchesOf(lines.base, lines.theirs),
  };
  return { ...lines, ...matches, ...ownDecisions([base, mine, theirs], matches) };
}

function matchesOf(base: readonly TextLine[], lines: readonly TextLine[]): Int32Array {
  return matchLines(base.map(textOf), lines.map(textOf));
}

function textOf({ text }: TextLine): string {
  return text;
}

/** A line that ours has moved and theirs has changed: at the place of ours with the text of theirs. */
function withTheirEdits(...[base, ours, theirs]: Three<string>): string {
  const [inBase, inOurs, inTheirs] = mapThree([base, ours, theirs], ownLines);
  const edits = [...inOurs].flatMap(([key, place]) => {
    const [before, theirLine] = [inBase.get(key)?.line.text, inTheirs.get(key)?.line.text];
    const isTheirs = before === place.line.text && theirLine !== undefined && theirLine !== before;
    return isTheirs ? [{ place, text: theirLine }] : [];
  });
  if (edits.length === 0) return ours;
  const kept = new Set(matchesOf(linesOf(base), linesOf(ours)));
  const moved = edits.filter(({ place }) => !isWithin(place, kept));
  return replaceLines(ours, moved);
}

function isWithin(line: PlacedLine, kept: ReadonlySet<number>): boolean {
  return placesOf(line).every((at) => kept.has(at));
}

function ownDecisions(
  texts: Three<string>,
  { inOurs, inTheirs }: Pick<Merge, 'inOurs' | 'inTheirs'>,
): OwnDecisions {
  const [inBase, inMine, inOther] = mapThree(texts, ownLines);
  const [ourKept, theirKept] = [new Set(inOurs), new Set(inTheirs)];
  const removed = removedByTheirs(inOurs, inTheirs);
  const coming = new Set<number>();
  const instead = new Map<number, number>();
  for (const [key, line] of inMine) {
    const theirLine = inOther.get(key);
    const isOld = inBase.get(key)?.line.text === line.line.text && isWithin(line, ourKept);
    if (isOld && theirLine && isWithin(theirLine, theirKept)) continue;
    for (const at of placesOf(line)) {
      if (isOld) removed.add(at);
      else removed.delete(at);
    }
    for (const at of theirLine ? placesOf(theirLine) : []) {
      if (isOld) coming.add(at);
      else instead.set(at, line.last);
    }
  }
  for (const [key, line] of inOther) {
    const isNew = !inMine.has(key) && inBase.get(key)?.line.text !== line.line.text;
    for (const at of isNew ? placesOf(line) : []) coming.add(at);
  }
  return { removed, coming, instead };
}

function removedByTheirs(inOurs: Int32Array, inTheirs: Int32Array): Set<number> {
  const removed = new Set<number>();
  inTheirs.forEach((match, at) => {
    const place = inOurs[at] ?? -1;
    if (match < 0 && place >= 0) removed.add(place);
  });
  return removed;
}

/** A line of the result: one of ours or of theirs, and where it is there. */
interface PlacedText {
  readonly from: readonly TextLine[];
  readonly at: number;
}

/** Lines that theirs put in, by the line of ours that they follow; -1 is the start. */
function additions(merge: Merge): Map<number, PlacedText[]> {
  const { base, ours, theirs, inOurs, coming, instead } = merge;
  const oldOf = oldLines(merge);
  const isSkipped = skipTest(merge);
  const added = new Map<number, PlacedText[]>();
  let anchor = base.length === 0 ? ours.length - 1 : -1;
  for (const at of theirs.keys()) {
    const old = coming.has(at) ? undefined : oldOf.get(at);
    const place = instead.get(at) ?? (old === undefined ? undefined : (inOurs[old] ?? -1));
    if (place !== undefined) {
      if (place >= 0) anchor = place;
    } else if (!isSkipped(at)) {
      const group = added.get(anchor);
      if (group) group.push({ from: theirs, at });
      else added.set(anchor, [{ from: theirs, at }]);
    }
  }
  return added;
}

function oldLines({ inTheirs }: Merge): Map<number, number> {
  const oldOf = new Map<number, number>();
  inTheirs.forEach((match, old) => {
    if (match >= 0) oldOf.set(match, old);
  });
  return oldOf;
}

/**
 * What both put in alike comes once. Blank lines are alike everywhere: one goes with the text in
 * front of it, else with what follows.
 */
function skipTest({ ours, theirs, inOurs, coming, instead }: Merge): (at: number) => boolean {
  const kept = new Set(inOurs);
  const byOurs = new Set(ours.filter((_, at) => !kept.has(at)).map(textOf));
  const skipped = theirs.map(({ text }, at) => {
    if (isBlank(text)) return undefined;
    return instead.has(at) || (!coming.has(at) && byOurs.has(text));
  });
  let last: boolean | undefined;
  const before = skipped.map((own) => (last = own ?? last));
  last = undefined;
  const after = skipped.toReversed().map((own) => (last = own ?? last));
  return (at) => before[at] ?? after[after.length - 1 - at] ?? false;
}

function joined(
  merge: Merge,
  added: ReadonlyMap<number, readonly PlacedText[]>,
  eol: string,
): string {
  const { ours, removed } = merge;
  const places = [...(added.get(-1) ?? [])];
  for (const at of ours.keys()) {
    if (!removed.has(at)) places.push({ from: ours, at });
    for (const place of added.get(at) ?? []) places.push(place);
  }
  const isParted = partTest(merge);
  const lines = places.flatMap(({ from, at }, position): TextLine[] => {
    const { text = '', end = '' } = from[at] ?? {};
    const line = { text, end: from === ours ? end : eol };
    const previous = places[position - 1];
    const needsBlank = previous !== undefined && isParted(previous, { from, at });
    return needsBlank ? [{ text: '', end: eol }, line] : [line];
  });
  const last = lines.length - 1;
  return joinLines(
    lines.map((line, at) => (line.end === '' && at < last ? { ...line, end: eol } : line)),
  );
}

/**
 * Must a blank line part the two, which come from different sides? So where one of them had it, and
 * they did not stand together on the side that put its line in.
 */
function partTest(merge: Merge): (one: PlacedText, other: PlacedText) => boolean {
  const { theirs, inOurs } = merge;
  const oldOf = oldLines(merge);
  const placeInOurs = (at: number) => inOurs[oldOf.get(at) ?? -1] ?? -1;
  return (one, other) => {
    const [before, after] = [textAt(one), textAt(other)];
    if (one.from === other.from || isBlank(before) || isBlank(after)) return false;
    const areTogether =
      one.from === theirs
        ? placeInOurs(one.at + 1) === other.at
        : placeInOurs(other.at - 1) === one.at;
    if (areTogether || (listSign(before) !== '' && listSign(before) === listSign(after))) {
      return false;
    }
    return endsParagraph(one) || isBlank(textAt(other, -1));
  };
}

function endsParagraph(place: PlacedText): boolean {
  const next = textAt(place, 1);
  return isBlank(next) || (next === undefined && isBlank(textAt(place, -1)));
}

/** Undefined before the first line and after the last. */
function textAt({ from, at }: PlacedText, offset = 0): string | undefined {
  return from[at + offset]?.text;
}

function isBlank(text: string | undefined): boolean {
  return text?.trim() === '';
}

/** What makes a line one of a list or a table, whose lines stand together. */
function listSign(text = ''): string {
  const [, sign = ''] = /^\s*([-*+|>]|\d+[.)](?=\s))/.exec(text) ?? [];
  return sign.replace(/\d+/, '1');
}

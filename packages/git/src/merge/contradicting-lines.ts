import { joinLines, linesOf, parseIndex, pathKey, type TextLine } from '@mem/core/internal';
import { mapThree, type Three } from './map-three.js';

/** The line of one memory, and those that are wrapped behind it. */
export interface OwnLine {
  /** The file, as the line has it. */
  readonly path: string;
  readonly title: string;
  readonly hook: string;
  /** Without the last line end. */
  readonly text: string;
}

/** The line of a memory that both sides have, each changed in another way. */
export interface ContradictingLine {
  readonly base: OwnLine | undefined;
  readonly ours: OwnLine;
  readonly theirs: OwnLine;
}

/** Where two indexes contradict each other: a merge can keep only one of the two lines. */
export function contradictingLines(...texts: Three<string>): ContradictingLine[] {
  const [inBase, inOurs, inTheirs] = mapThree(texts, ownLines);
  return [...inOurs].flatMap(([key, { line: ours }]) => {
    const [base, theirs] = [inBase.get(key)?.line, inTheirs.get(key)?.line];
    if (theirs === undefined || theirs.text === ours.text) return [];
    return theirs.text === base?.text || ours.text === base?.text ? [] : [{ base, ours, theirs }];
  });
}

/** The index with the lines of theirs where the two contradict each other. */
export function withTheirLines(present: string, ...texts: Three<string>): string {
  const lines: (TextLine | undefined)[] = linesOf(present);
  const places = ownLines(present);
  for (const { ours, theirs } of contradictingLines(...texts)) {
    const place = places.get(pathKey(ours.path));
    const end = place && lines[place.last]?.end;
    if (place === undefined || end === undefined) continue;
    const wanted = linesOf(theirs.text).map((line) => ({ ...line, end: line.end || end }));
    lines.fill(undefined, place.first, place.last + 1);
    lines[place.first] = { text: joinLines(wanted).slice(0, -end.length || undefined), end };
  }
  return joinLines(lines.filter((line) => line !== undefined));
}

interface PlacedLine {
  readonly line: OwnLine;
  /** As positions in the lines of the text. */
  readonly first: number;
  readonly last: number;
}

/** By file; of a file that is listed twice, the first line. */
function ownLines(text: string): Map<string, PlacedLine> {
  const index = parseIndex(text);
  const lines = linesOf(text);
  const own = new Map<string, PlacedLine>();
  for (const { path, title, hook, line, item, own: isOwn } of index.links) {
    if (!isOwn || own.has(pathKey(path))) continue;
    const first = line - 1;
    let last = first;
    while (item !== undefined && isWrapped(index.lines[last + 1], item)) last++;
    const whole = lines.slice(first, last + 1).map((one) => one.text);
    own.set(pathKey(path), { line: { path, title, hook, text: whole.join('\n') }, first, last });
  }
  return own;
}

type IndexLine = ReturnType<typeof parseIndex>['lines'][number];

function isWrapped(line: IndexLine | undefined, item: number): boolean {
  return line?.kind === 'item-text' && line.item === item;
}

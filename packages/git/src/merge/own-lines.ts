import {
  joinLines,
  lineEndOf,
  linesOf,
  parseIndex,
  pathKey,
  type TextLine,
} from '@mem/core/internal';

/** The line of one memory, and those that are wrapped behind it. */
export interface OwnLine {
  /** The file, as the line has it. */
  readonly path: string;
  readonly title: string;
  readonly hook: string;
  /** Without the last line end. */
  readonly text: string;
  /** What stands around title and hook, as a box or a star, without what only parts them. */
  readonly frame: string;
}

export interface PlacedLine {
  readonly line: OwnLine;
  /** As positions in the lines of the text. */
  readonly first: number;
  readonly last: number;
}

/** By file; of a file that is listed twice, the first line. */
export function ownLines(text: string): Map<string, PlacedLine> {
  const index = parseIndex(text);
  const lines = linesOf(text);
  const own = new Map<string, PlacedLine>();
  for (const link of index.links) {
    const { path, title, hook, line, item } = link;
    if (!link.own || own.has(pathKey(path))) continue;
    const first = line - 1;
    let last = first;
    while (item !== undefined && isWrapped(index.lines[last + 1], item)) last++;
    const whole = lines.slice(first, last + 1).map((one) => one.text);
    const described = { path, title, hook, text: whole.join('\n') };
    const frame = frameOf(index, link, last);
    own.set(pathKey(path), { line: { ...described, frame }, first, last });
  }
  return own;
}

type Index = ReturnType<typeof parseIndex>;

function frameOf(
  { text, lines }: Index,
  { line, start, end, hookStart, hookEnd }: Index['links'][number],
  last: number,
): string {
  const to = lines[last];
  const parts = [
    text.slice(lines[line - 1]?.start ?? start, start),
    text.slice(end, Math.max(end, hookStart)),
    text.slice(Math.max(end, hookEnd), to && to.start + to.text.length),
  ];
  return parts.join('').replace(/[\s*+–—:|-]/g, '');
}

type IndexLine = ReturnType<typeof parseIndex>['lines'][number];

function isWrapped(line: IndexLine | undefined, item: number): boolean {
  return line?.kind === 'item-text' && line.item === item;
}

export function placesOf({ first, last }: PlacedLine): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** The text with other lines at these places. */
export function replaceLines(
  text: string,
  edits: readonly { readonly place: PlacedLine; readonly text: string }[],
): string {
  const lines: (TextLine | undefined)[] = linesOf(text);
  const eol = lineEndOf(text);
  for (const { place, text: wanted } of edits) {
    const end = lines[place.last]?.end ?? '';
    lines.fill(undefined, place.first, place.last + 1);
    lines[place.first] = { text: wanted.replaceAll('\n', eol), end };
  }
  return joinLines(lines.filter((line) => line !== undefined));
}

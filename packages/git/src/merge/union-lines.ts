import {
  joinLines,
  lineEndOf,
  linesOf,
  matchLines,
  parseIndex,
  pathKey,
  type TextLine,
} from '@mem/core/internal';
import { mapThree } from './map-three.js';

/**
 * The index of one side with what the other one did to its lines: lines that theirs took out are
 * out, lines that theirs put in are in, at their place. There is no conflict: of two lines that
 * list the same entry ours stays, and lines of ours that theirs did not have stay as they are.
 */
export function unionLines(base: string, ours: string, theirs: string): string {
  const [old, mine, other] = mapThree([base, ours, theirs], (text) => linesOf(withoutMark(text)));
  const inOurs = matchLines(old.map(textOf), mine.map(textOf));
  const inTheirs = matchLines(old.map(textOf), other.map(textOf));
  const removed = new Set<number>();
  inTheirs.forEach((match, at) => {
    const place = inOurs[at] ?? -1;
    if (match < 0 && place >= 0) removed.add(place);
  });
  const skipped = linesToSkip(ours, theirs, removed, addedTexts(mine, inOurs));
  const atEnd = old.length === 0 ? mine.length - 1 : -1;
  const added = additions(other, inOurs, inTheirs, skipped, atEnd);
  return (
    (ours.startsWith(mark) ? mark : '') + joined(mine, removed, added, lineEndOf(ours || theirs))
  );
}

const mark = '\ufeff';

function withoutMark(text: string): string {
  return text.startsWith(mark) ? text.slice(1) : text;
}

function textOf({ text }: TextLine): string {
  return text;
}

/** What ours put in: the same line from theirs is not put in again. */
function addedTexts(lines: readonly TextLine[], inOurs: Int32Array): Set<string> {
  const old = new Set(inOurs);
  return new Set(lines.filter((_, at) => !old.has(at)).map(textOf));
}

type SkipTest = (at: number, text: string) => boolean;

function linesToSkip(
  ours: string,
  theirs: string,
  removed: ReadonlySet<number>,
  added: ReadonlySet<string>,
): SkipTest {
  const listed = new Set(
    parseIndex(ours)
      .links.filter((link) => link.own && !removed.has(link.line - 1))
      .map(({ path }) => pathKey(path)),
  );
  const index = parseIndex(theirs);
  const twice = new Set<number>();
  for (const link of index.links) {
    if (!link.own || !listed.has(pathKey(link.path))) continue;
    for (const line of linesOfItem(index, link)) twice.add(line);
  }
  const isTwice = (at: number, text: string) => twice.has(at) || added.has(text);
  return blanksWithText(
    index.lines.map(({ text }) => text),
    isTwice,
  );
}

/** Blank lines are alike everywhere: one goes with the text in front of it, else with what follows. */
function blanksWithText(
  texts: readonly string[],
  isTwice: (at: number, text: string) => boolean,
): SkipTest {
  const skipped = texts.map((text, at) => (isBlank(text) ? undefined : isTwice(at, text)));
  let last: boolean | undefined;
  const before = skipped.map((own) => (last = own ?? last));
  last = undefined;
  const after = skipped.toReversed().map((own) => (last = own ?? last));
  return (at) => before[at] ?? after[after.length - 1 - at] ?? false;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

type Index = ReturnType<typeof parseIndex>;

/** The line of the link and, in a list, those that are wrapped behind it. */
function* linesOfItem(index: Index, { line, item }: Index['links'][number]): Iterable<number> {
  yield line - 1;
  for (let at = line; item !== undefined && index.lines[at]?.kind === 'item-text'; at++) {
    if (index.lines[at]?.item !== item) return;
    yield at;
  }
}

/** Lines that theirs put in, by the line of ours that they follow; -1 is the start. */
function additions(
  theirs: readonly TextLine[],
  inOurs: Int32Array,
  inTheirs: Int32Array,
  isSkipped: SkipTest,
  start: number,
): Map<number, TextLine[]> {
  const oldOf = new Map<number, number>();
  inTheirs.forEach((match, old) => {
    if (match >= 0) oldOf.set(match, old);
  });
  const added = new Map<number, TextLine[]>();
  let anchor = start;
  for (const [at, line] of theirs.entries()) {
    const old = oldOf.get(at);
    if (old !== undefined) {
      const place = inOurs[old] ?? -1;
      if (place >= 0) anchor = place;
    } else if (!isSkipped(at, line.text)) {
      const group = added.get(anchor);
      if (group) group.push(line);
      else added.set(anchor, [line]);
    }
  }
  return added;
}

function joined(
  ours: readonly TextLine[],
  removed: ReadonlySet<number>,
  added: ReadonlyMap<number, readonly TextLine[]>,
  eol: string,
): string {
  const lines = [...(added.get(-1) ?? [])].map((line) => ({ ...line, end: eol }));
  for (const [at, line] of ours.entries()) {
    if (!removed.has(at)) lines.push({ ...line });
    for (const { text } of added.get(at) ?? []) lines.push({ text, end: eol });
  }
  const last = lines.length - 1;
  return joinLines(
    lines.map((line, at) => (line.end === '' && at < last ? { ...line, end: eol } : line)),
  );
}

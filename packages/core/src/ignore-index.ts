import { foldName } from './fold.js';
import { type IgnorableEntry, type Ignore, ignorePredicate } from './ignore.js';
import { dropEmptySections } from './ignore-sections.js';
import { applyEdits, type Edit } from './index-file/lines.js';
import { type IndexLink, type ParsedIndex, parseIndex } from './index-file/parse-index.js';
import { stemOf } from './storage-path.js';

/**
 * The text of MEMORY.md as if ignored entries did not exist: without their lines, without lines
 * that mention their files or link to them, and without headings that have nothing left below
 * them. A line of another entry that mentions one keeps its link and loses the words after it.
 */
export function indexWithoutIgnored(
  text: string,
  ignore: Ignore | undefined,
  entries: readonly IgnorableEntry[],
): string {
  if (ignore === undefined) return text;
  if (ignore === true) return '';
  const index = parseIndex(text);
  const ignored = ignoredTargets(index, ignore, entries);
  const places = [...linksTo(index, ignored), ...mentionsOf(text, ignored)];
  if (places.length === 0) return text;
  const { dropped, cuts } = linesToDrop(index, places, ignored);
  dropEmptySections(index, dropped);
  const edits = index.lines.flatMap(({ start, text, end }, at): Edit[] => {
    const cut = cuts.get(at);
    if (dropped.has(at)) return [{ start, end: start + text.length + end.length, text: '' }];
    return cut === undefined ? [] : [{ start: cut, end: start + text.length, text: '' }];
  });
  return applyEdits(text, edits);
}

interface Targets {
  hasPath(path: string): boolean;
  hasName(name: string): boolean;
  /** Lengths that their paths have. */
  readonly lengths: ReadonlySet<number>;
}

function ignoredTargets(
  index: ParsedIndex,
  ignore: Ignore,
  entries: readonly IgnorableEntry[],
): Targets {
  const isIgnored = ignorePredicate(ignore);
  const there = new Set(entries.map(({ path }) => foldPath(path)));
  // What a line says about a file that is gone can betray as much as the file.
  const gone = index.links
    .filter(({ path }) => !there.has(foldPath(path)))
    .map(({ path, title, hook }) => ({ path, name: title, description: hook }));
  const ignored = [...entries, ...gone].filter(isIgnored);
  const paths = new Set(ignored.map(({ path }) => foldPath(path)));
  const names = new Set(
    ignored.flatMap(({ name, path }) => [foldName(name), foldName(stemOf(path))]),
  );
  return {
    hasPath: (path) => paths.has(foldPath(path)),
    hasName: (name) => names.has(foldName(name)),
    lengths: new Set([...paths].map((path) => path.length)),
  };
}

function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function linksTo(index: ParsedIndex, targets: Targets): Place[] {
  return index.links
    .filter(({ path }) => targets.hasPath(path))
    .flatMap(({ start, end, targetStart, targetEnd }) => [
      { start, end },
      // In a definition somewhere else, for a reference link.
      { start: targetStart, end: targetEnd },
    ]);
}

/** File names of ignored entries in plain text and code, and wiki links to them. */
function mentionsOf(text: string, targets: Targets): Place[] {
  const places: Place[] = [];
  for (const { index } of text.matchAll(/\.md(?![\p{L}\p{N}_-])/giu)) {
    const end = index + 3;
    for (const length of targets.lengths) {
      const start = end - length;
      if (start < 0 || /[\p{L}\p{N}_-]/u.test(text[start - 1] ?? '')) continue;
      if (targets.hasPath(text.slice(start, end))) places.push({ start, end });
    }
  }
  for (const match of text.matchAll(/\[\[([^[\]|\r\n]{1,300})/g)) {
    const end = match.index + match[0].length;
    if (targets.hasName(match[1]!)) places.push({ start: match.index, end });
  }
  return places;
}

/** Lines to leave out, and for lines of other entries where they are cut. */
function linesToDrop(index: ParsedIndex, places: readonly Place[], targets: Targets) {
  const dropped = new Set<number>();
  const cuts = new Map<number, number>();
  const kept = index.links.filter(({ path }) => !targets.hasPath(path));
  const ownLine = new Map(kept.filter(({ own }) => own).map((link) => [link.line - 1, link]));
  for (const place of places) {
    for (const at of linesOf(index, place)) {
      const own = ownLine.get(at);
      if (own && own.end <= place.start) cuts.set(at, own.end);
      else dropWithWrapped(index, at, dropped);
    }
  }
  const keptItems = itemsWith(index, kept);
  for (const item of ownItems(index, targets)) dropItem(index, item, keptItems, dropped);
  return { dropped, cuts };
}

/** The line and those below it that are further right, up to one that is about a file. */
function dropWithWrapped({ lines }: ParsedIndex, at: number, dropped: Set<number>): void {
  const left = indentOf(lines[at]!.text);
  dropped.add(at);
  for (let below = at + 1; below < lines.length; below++) {
    const { text } = lines[below]!;
    if (dropped.has(below) || indentOf(text) <= left || /\.md/i.test(text)) return;
    dropped.add(below);
  }
}

/** Blanks before the text; of a blank line, none. */
function indentOf(line: string): number {
  return Math.max(0, line.search(/\S/));
}

function linesOf(index: ParsedIndex, { start, end }: Place): number[] {
  const first = lineAt(index, start);
  const last = lineAt(index, end - 1);
  return Array.from({ length: last - first + 1 }, (_, step) => first + step);
}

function lineAt({ lines }: ParsedIndex, position: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lines[middle]!.start <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** List items that are about an ignored entry. */
function ownItems(index: ParsedIndex, targets: Targets): number[] {
  return index.links
    .filter(({ own, path }) => own && targets.hasPath(path))
    .flatMap(({ item }) => (item === undefined ? [] : [item]));
}

/** The items that hold one of the links, in a child too. */
function itemsWith(index: ParsedIndex, links: readonly IndexLink[]): Set<number | undefined> {
  const items = new Set<number | undefined>();
  for (const link of links) {
    let at = link.item;
    for (; at !== undefined && !items.has(at); at = index.items[at]!.parent) items.add(at);
  }
  return items;
}

/** The item with its wrapped lines, and those of its children that lead to no other entry. */
function dropItem(
  index: ParsedIndex,
  item: number,
  keptItems: ReadonlySet<number | undefined>,
  dropped: Set<number>,
): void {
  const { first, last } = index.items[item]!;
  for (let at = first; at <= last; at++) {
    const inner = index.lines[at]!.item;
    if (inner === item || !keptItems.has(inner)) dropped.add(at);
  }
}

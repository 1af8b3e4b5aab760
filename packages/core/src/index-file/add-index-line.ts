import type { IndexLine } from './blocks.js';
import { type IndexPlace, placeFor } from './index-place.js';
import { isHeading } from './line-shapes.js';
import { byteOrderMark, isBlank, usualLineEnd } from './lines.js';
import { type ParsedIndex, parseIndex } from './parse-index.js';
import { addLineToPlain, type PlainIndex, readPlainIndex } from './plain-index.js';
import { sortedByPath } from './render-index.js';
import { type LineEntry, renderIndexLine } from './render-index-line.js';
import { samePath } from './same-path.js';

export interface NewLineEntry extends LineEntry {
  readonly type?: string | undefined;
}

/**
 * Adds the line of one entry; every other byte stays. It goes after the last entry of its type, else
 * under a heading that names the type, else after the last list of links, else after all text, with
 * the bullet and indentation of its neighbours; never into a code block, comment, quote, table,
 * region that another tool writes, or behind a footer rule. An entry that is linked already changes
 * nothing. A blank text becomes that one line.
 *
 * @param typeOf the type of the entry at a path, where known
 * @returns the text and the number of the line, from 1
 */
export function addIndexLine(
  text: string,
  entry: NewLineEntry,
  typeOf: (path: string) => string | undefined,
): { text: string; line: number } {
  const plain = readPlainIndex(text);
  if (plain) return addPlainLine(text, plain, entry, typeOf);
  const index = parseIndex(text);
  const linked = index.links.find((link) => samePath(link.path, entry.path));
  if (linked) return { text, line: linked.line };
  const { text: changed, lines } = insertLines(index, [entry], typeOf);
  return { text: changed, line: lines[0]! };
}

/** In one list: after the last entry of its type, else at the end. */
function addPlainLine(
  text: string,
  plain: PlainIndex,
  entry: NewLineEntry,
  typeOf: (path: string) => string | undefined,
): { text: string; line: number } {
  const { paths } = plain;
  const linked = paths.findIndex((path) => samePath(path, entry.path));
  if (linked >= 0) return { text, line: linked + 1 };
  const type = entry.type?.toLowerCase();
  let last = type ? paths.length - 1 : -1;
  while (last >= 0 && typeOf(paths[last]!)?.toLowerCase() !== type) last--;
  const before = last < 0 ? paths.length : last + 1;
  return { text: addLineToPlain(text, plain, before, renderIndexLine(entry)), line: before + 1 };
}

/** Adds a line for each entry, in the order of their paths; none of them is linked yet. */
export function insertLines(
  index: ParsedIndex,
  entries: readonly NewLineEntry[],
  typeOf: (path: string) => string | undefined,
): { text: string; lines: number[] } {
  const eol = usualLineEnd(index.lines);
  if (isBlank(index.text)) return wholeIndex(index, entries, eol);
  const placeOf = placeFor(index, typeOf);
  const groups = new Map<number, { entry: NewLineEntry; place: IndexPlace }[]>();
  for (const entry of sortedByPath(entries)) {
    const place = placeOf(entry.type);
    const group = groups.get(place.after);
    if (group) group.push({ entry, place });
    else groups.set(place.after, [{ entry, place }]);
  }
  return joinWith(index, groups, eol);
}

function wholeIndex(index: ParsedIndex, entries: readonly NewLineEntry[], eol: string) {
  const mark = index.text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const lines = sortedByPath(entries).map((entry) => renderIndexLine(entry) + eol);
  return { text: mark + lines.join(''), lines: lines.map((_, position) => position + 1) };
}

function joinWith(
  index: ParsedIndex,
  groups: ReadonlyMap<number, { entry: NewLineEntry; place: IndexPlace }[]>,
  eol: string,
): { text: string; lines: number[] } {
  const parts: string[] = [];
  const numbers: number[] = [];
  let count = 0;
  for (let at = -1; at < index.lines.length; at++) {
    const line = index.lines[at];
    const group = groups.get(at);
    if (line) {
      parts.push(line.text, group && line.end === '' ? eol : line.end);
      count++;
    }
    if (!group) continue;
    const end = line?.end || eol;
    if (group[0]!.place.blankBefore) {
      parts.push(end);
      count++;
    }
    for (const [position, { entry, place }] of group.entries()) {
      parts.push(renderIndexLine(entry, numbered(place, position)), end);
      numbers.push(++count);
    }
    if (readsOn(index.lines[at + 1])) {
      parts.push(end);
      count++;
    }
  }
  return { text: parts.join(''), lines: numbers };
}

/** Without a blank line between, Markdown would count such a line to the new one. */
function readsOn(line: IndexLine | undefined): boolean {
  if (line === undefined) return false;
  const isUnderlined = line.kind === 'heading' && !isHeading(line.text.trimStart());
  return isUnderlined || ['text', 'definition', 'code'].includes(line.kind);
}

function numbered(place: IndexPlace, position: number): string {
  if (place.step === 0) return place.prefix;
  return place.prefix.replace(/\d+/, (number) => `${Number(number) + place.step * (position + 1)}`);
}

import { placeFor } from './index-place.js';
import { isDelimiterRow } from './line-shapes.js';
import { applyEdits, type Edit } from './lines.js';
import { readLinkTarget } from './link-target.js';
import { type IndexLink, type ParsedIndex, parseIndex } from './parse-index.js';
import { renderIndexLine } from './render-index-line.js';
import { pathKey } from './same-path.js';

export interface RemovedLines {
  readonly text: string;
  /** Lines that are gone. */
  readonly removed: string[];
  /** Those of them that stood below an entry's own line and are no part of its hook. */
  readonly below: string[];
  /** Lines that stay for what else they say, as they are now, without the link. */
  readonly kept: string[];
}

/**
 * Takes an entry out of the index. Its own lines go, with their wrapped lines and their children. A
 * line that says something else, or that links another entry not listed elsewhere, stays: only the
 * markup of the dead link is taken off, its text is kept. Every other byte stays.
 */
export function removeIndexLines(text: string, path: string): RemovedLines {
  const gone = pathKey(path);
  const { changedLines: _, ...result } = removePaths(text, (other) => pathKey(other) === gone);
  return result;
}

/** Takes only the markup of the links to an entry off; all text stays. `kept`: those lines, as they are now. */
export function unlinkPath(text: string, path: string): { text: string; kept: string[] } {
  const index = parseIndex(text);
  const gone = pathKey(path);
  const links = index.links.filter((link) => pathKey(link.path) === gone);
  return { text: applyEdits(text, links.flatMap(unlink)), kept: editedLines(index, links) };
}

/** As `removeIndexLines`, for all paths that are gone, in one pass. */
export function removePaths(
  text: string,
  isGone: (path: string) => boolean,
): RemovedLines & {
  /** Lines removed or changed, as they were. */
  readonly changedLines: string[];
} {
  const index = parseIndex(text);
  const gone = index.links.filter((link) => isGone(link.path));
  const dead = new Set<number>(definitionLines(index, isGone));
  if (gone.length === 0 && dead.size === 0)
    return { text, removed: [], below: [], kept: [], changedLines: [] };
  for (const line of ownLines(index, gone, isGone)) dead.add(line);
  const blanks = [...dead].flatMap((line) => blankOfOurs(index, gone, line, dead) ?? []);
  const unlinked = gone.filter((link) => !dead.has(link.line - 1));
  const edits = [
    ...[...dead, ...blanks].map((line) => wholeLine(index, line)),
    ...unlinked.flatMap((link) => unlink(link)),
  ];
  const keptLines = new Set(unlinked.map((link) => link.line - 1));
  const touched = [...dead, ...keptLines].sort((a, b) => a - b);
  return {
    text: applyEdits(text, edits),
    removed: [...dead].sort((a, b) => a - b).map((line) => index.lines[line]!.text),
    below: linesBelow(index, gone, dead),
    kept: [...editedLines(index, unlinked), ...lazyLines(index, dead)],
    changedLines: touched.map((line) => index.lines[line]!.text),
  };
}

/**
 * The blank line before a line that goes, where adding that line brought it: the line is as we write
 * it, alone, and adding it again to what is left would bring the blank again.
 */
function blankOfOurs(
  index: ParsedIndex,
  gone: readonly IndexLink[],
  position: number,
  dead: ReadonlySet<number>,
): number | undefined {
  const blank = position - 1;
  const next = index.lines[position + 1];
  const isAlone = index.lines[blank]?.kind === 'blank' && (!next || next.kind === 'blank');
  if (!isAlone || dead.size > 1 || !isAsWritten(index, gone, position)) return undefined;
  const rest = applyEdits(
    index.text,
    [blank, position].map((line) => wholeLine(index, line)),
  );
  const place = placeFor(parseIndex(rest), () => undefined)(undefined);
  return place.blankBefore && place.after === blank - 1 ? blank : undefined;
}

function isAsWritten(index: ParsedIndex, gone: readonly IndexLink[], position: number): boolean {
  const link = gone.find(({ line }) => line === position + 1);
  if (!link) return false;
  const written = renderIndexLine({ path: link.path, name: link.title, description: link.hook });
  return written === index.lines[position]!.text;
}

function definitionLines(index: ParsedIndex, isGone: (path: string) => boolean): number[] {
  const positions: number[] = [];
  for (const [position, { kind, text }] of index.lines.entries()) {
    if (kind !== 'definition') continue;
    const written = /^\s*\[[^[\]]{1,999}\]:[ \t]*(<[^<>]*>|\S+)/.exec(text)?.[1];
    const target = written === undefined ? undefined : readLinkTarget(written);
    if (target && isGone(target.path)) positions.push(position);
  }
  return positions;
}

/** Positions of all lines that go as a whole. */
function* ownLines(
  index: ParsedIndex,
  gone: readonly IndexLink[],
  isGone: (path: string) => boolean,
): Iterable<number> {
  const needed = neededLinks(index, isGone);
  const neededItems = new Set<number>();
  const neededRows = new Set<number>();
  for (const link of needed) {
    neededRows.add(link.line - 1);
    for (let item = link.item; item !== undefined && !neededItems.has(item); ) {
      neededItems.add(item);
      item = index.items[item]!.parent;
    }
  }
  for (const link of gone) {
    if (!link.own) continue;
    if (link.item === undefined || index.lines[link.line - 1]!.kind !== 'item') {
      const line = link.line - 1;
      if (!neededRows.has(line) && !isTableHead(index, line)) yield line;
    } else if (!neededItems.has(link.item)) {
      const { first, last } = index.items[link.item]!;
      for (let line = first; line <= last; line++) yield line;
    }
  }
}

/** Of items that go: children, code and further paragraphs, not the wrapped lines of the hook. */
function linesBelow(
  index: ParsedIndex,
  gone: readonly IndexLink[],
  dead: ReadonlySet<number>,
): string[] {
  const below = new Set<number>();
  for (const link of gone) {
    const item = link.own && link.item !== undefined ? index.items[link.item]! : undefined;
    if (!item || item.first !== link.line - 1 || !dead.has(item.first)) continue;
    let line = item.first + 1;
    while (line <= item.last && index.lines[line]!.kind === 'item-text') line++;
    for (; line <= item.last && !below.has(line); line++) {
      if (index.lines[line]!.kind !== 'blank') below.add(line);
    }
  }
  return [...below].sort((a, b) => a - b).map((line) => index.lines[line]!.text);
}

/** Links to entries that stay: own ones, and those of entries that have no line of their own. */
function neededLinks(index: ParsedIndex, isGone: (path: string) => boolean): IndexLink[] {
  const staying = index.links.filter((link) => !isGone(link.path));
  const listed = new Set<string>();
  for (const link of staying) if (link.own) listed.add(pathKey(link.path));
  return staying.filter((link) => link.own || !listed.has(pathKey(link.path)));
}

function isTableHead(index: ParsedIndex, line: number): boolean {
  const next = index.lines[line + 1];
  return index.lines[line]!.kind === 'table' && next?.kind === 'table' && isDelimiterRow(next.text);
}

function wholeLine(index: ParsedIndex, position: number): Edit {
  const { start, text, end } = index.lines[position]!;
  return { start, end: start + text.length + end.length, text: '' };
}

/** Takes the markup off and leaves the text between the brackets. */
function unlink(link: IndexLink): Edit[] {
  return [
    { start: link.start, end: link.textStart, text: '' },
    { start: link.textEnd, end: link.end, text: '' },
  ];
}

/** Text that Markdown counts to an item that is gone, but that is not indented like it: it stays. */
function lazyLines(index: ParsedIndex, dead: ReadonlySet<number>): string[] {
  const lazy = new Set<number>();
  for (const { first, last, lazyLast } of index.items) {
    if (!dead.has(first)) continue;
    for (let line = last + 1; line <= lazyLast; line++) if (!dead.has(line)) lazy.add(line);
  }
  return [...lazy].map((line) => index.lines[line]!.text);
}

/** The lines of these links as they read without them. */
function editedLines(index: ParsedIndex, links: readonly IndexLink[]): string[] {
  const byLine = new Map<number, Edit[]>();
  for (const link of links) {
    const edits = byLine.get(link.line - 1) ?? [];
    edits.push(...unlink(link));
    byLine.set(link.line - 1, edits);
  }
  return [...byLine].map(([position, edits]) => {
    const { start, text } = index.lines[position]!;
    const inside = edits.filter((edit) => edit.end <= start + text.length);
    const shifted = inside.map((edit) => ({
      ...edit,
      start: edit.start - start,
      end: edit.end - start,
    }));
    return applyEdits(text, shifted);
  });
}

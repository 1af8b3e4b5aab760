import { type Blocks, type IndexItem, type IndexLine, parseBlocks } from './blocks.js';
import { readDefinitions } from './definitions.js';
import { inlineLinks, type WrittenLink } from './inline-links.js';
import { readLinkTarget } from './link-target.js';
import { hookRange, titleOf, unescapeText } from './link-text.js';

/** A link of the index to a file inside the directory. */
export interface IndexLink extends WrittenLink {
  /** Decoded and without `./` or anchor. */
  readonly path: string;
  /** With its `#`, as written; empty when there is none. */
  readonly anchor: string;
  /** The text between the brackets, without emphasis and escapes. */
  readonly title: string;
  /** What the line says about it, in one line and without escapes; empty when it says nothing. */
  readonly hook: string;
  /** Where the hook is in the text. */
  readonly hookStart: number;
  readonly hookEnd: number;
  /** Counted from 1. */
  readonly line: number;
  /** The innermost list item it is in, as a position in `items`. */
  readonly item?: number;
  /**
   * The line, item or table row is about this file: it begins with the link, after bullets, boxes,
   * stars, numbers and emphasis at most. A table row may also hold the link as a whole cell.
   */
  readonly own: boolean;
}

export interface ParsedIndex extends Blocks {
  readonly links: readonly IndexLink[];
}

/**
 * Reads MEMORY.md. Links are Markdown links to `.md` files inside the directory, reference links
 * (`[text][label]`) among them. No links: web addresses, paths that lead out, and what stands in
 * front matter, comments, code blocks and code spans. So a bare file name in a code span, as in a
 * table cell, does not list the file.
 */
export function parseIndex(text: string): ParsedIndex {
  const blocks = parseBlocks(text);
  const definitions = readDefinitions(blocks);
  const links: IndexLink[] = [];
  for (const section of textRuns(blocks)) {
    const { start } = blocks.lines[section.first]!;
    const last = blocks.lines[section.last]!;
    const end = last.start + last.text.length;
    const written = inlineLinks(blocks.visible, start, end, definitions);
    if (written.length > 0) links.push(...readLinks(blocks, section, end, written));
  }
  return { ...blocks, links };
}

/** Lines whose text is read as one: positions of the first and the last. */
interface TextRun {
  readonly first: number;
  readonly last: number;
}

function* textRuns({ lines }: Blocks): Iterable<TextRun> {
  let first = 0;
  for (let at = 0; at < lines.length; at = first) {
    first = at + 1;
    if (!holdsText(lines[at]!)) continue;
    while (first < lines.length && goesOn(lines[first - 1]!, lines[first]!)) first++;
    yield { first: at, last: first - 1 };
  }
}

function holdsText({ kind }: IndexLine): boolean {
  return !['blank', 'comment', 'fence', 'code', 'front-matter', 'rule', 'definition'].includes(
    kind,
  );
}

function goesOn(before: IndexLine, line: IndexLine): boolean {
  if (line.kind === 'text') return before.kind === 'text';
  const isItemText = line.kind === 'item-text' && line.item === before.item;
  return isItemText && (before.kind === 'item' || before.kind === 'item-text');
}

function* readLinks(
  blocks: Blocks,
  run: TextRun,
  runEnd: number,
  written: readonly WrittenLink[],
): Iterable<IndexLink> {
  let line = run.first;
  let lineHasLink = false;
  for (const [position, link] of written.entries()) {
    while (line < run.last && blocks.lines[line + 1]!.start <= link.start) {
      line++;
      lineHasLink = false;
    }
    const isFirst = !lineHasLink;
    lineHasLink = true;
    const target = readLinkTarget(blocks.text.slice(link.targetStart, link.targetEnd));
    if (!target) continue;
    const { kind, item } = blocks.lines[line]!;
    const own = isOwn(blocks, run, line, link, isFirst);
    const isItem = kind === 'item' || kind === 'item-text';
    const lineEnd = blocks.lines[line]!.start + blocks.lines[line]!.text.length;
    const next = written[position + 1]?.start ?? runEnd;
    const limit =
      own && isItem ? runEnd : own ? lineEnd : Math.min(next, isItem ? runEnd : lineEnd);
    yield {
      ...link,
      ...target,
      title: titleOf(blocks.text.slice(link.textStart, link.textEnd)),
      ...readHook(blocks.text, link.end, Math.max(link.end, limit), kind === 'table'),
      line: line + 1,
      ...(item === undefined ? {} : { item }),
      own,
    };
  }
}

function readHook(text: string, from: number, to: number, isRow: boolean) {
  const after = text.slice(from, to);
  const { start, end } = hookRange(after, isRow);
  const hook = unescapeText(after.slice(start, end).replace(/\s+/g, ' '));
  return { hook, hookStart: from + start, hookEnd: from + end };
}

function isOwn(
  blocks: Blocks,
  run: TextRun,
  line: number,
  link: WrittenLink,
  isFirst: boolean,
): boolean {
  if (!isFirst) return false;
  const { kind, start, text } = blocks.lines[line]!;
  if (kind === 'heading') return false;
  if (kind === 'table')
    return isCell(blocks.visible.slice(start, start + text.length), link, start);
  const item = kind === 'item' ? blocks.items[blocks.lines[line]!.item!] : undefined;
  const content = start + (item?.prefix.length ?? 0);
  if (!isDecoration(blocks.visible.slice(content, link.start))) return false;
  if (kind === 'item') return true;
  if (kind === 'item-text') return false;
  const next = blocks.lines[line + 1];
  const goesOn =
    kind === 'quote' ? next?.kind === 'quote' && next.text.length > 2 : line < run.last;
  return !goesOn || beginsWithLink(next!.text);
}

/** What may stand before the link of an entry's own line: boxes, stars, dates, emphasis; no words. */
function isDecoration(before: string): boolean {
  return !/[\p{L}[\]]/u.test(before.replace(/^\s*\[[ xX]\]\s/, ''));
}

function beginsWithLink(line: string): boolean {
  return /^[^\p{L}[\]]*\[/u.test(line);
}

/** True when the link, apart from emphasis, is all of its cell. */
function isCell(row: string, link: WrittenLink, rowStart: number): boolean {
  const start = link.start - rowStart;
  const end = link.end - rowStart;
  const before = row.slice(row.lastIndexOf('|', start) + 1, start);
  const bar = row.indexOf('|', end);
  const after = bar === -1 ? row.slice(end) : row.slice(end, bar);
  return !/[\p{L}\p{N}[\]]/u.test(before + after);
}

/** The item and those it is in, innermost first. */
export function* ancestry(blocks: Blocks, item: number | undefined): Iterable<IndexItem> {
  for (let at = item; at !== undefined; at = blocks.items[at]!.parent) yield blocks.items[at]!;
}

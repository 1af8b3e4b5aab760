import { type Blocks, parseBlocks } from './blocks.js';
import { readDefinitions } from './definitions.js';
import { inlineLinks, type WrittenLink } from './inline-links.js';
import type { IndexItem } from './item-stack.js';
import { type LinkTarget, readLinkTarget } from './link-target.js';
import { hookRange, titleOf, unescapeText } from './link-text.js';
import { isOwnLine } from './own-line.js';
import { rememberLast } from './remember-last.js';
import { pathKey } from './same-path.js';
import { type TextRun, textRuns } from './text-runs.js';

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
  readonly item: number | undefined;
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
export const parseIndex: (text: string) => ParsedIndex = rememberLast((text) => {
  const blocks = parseBlocks(text);
  const definitions = readDefinitions(blocks);
  const links: IndexLink[] = [];
  for (const section of textRuns(blocks)) {
    const { start } = blocks.lines[section.first]!;
    const last = blocks.lines[section.last]!;
    const end = last.start + last.text.length;
    const written = inlineLinks(blocks.visible, start, end, definitions);
    for (const link of readLinks(blocks, section, end, written)) links.push(link);
  }
  return { ...blocks, links };
});

function readLinks(
  blocks: Blocks,
  run: TextRun,
  runEnd: number,
  written: readonly WrittenLink[],
): IndexLink[] {
  const links: IndexLink[] = [];
  let line = run.first;
  let lineOfLast = -1;
  for (const [position, link] of written.entries()) {
    while (line < run.last && blocks.lines[line + 1]!.start <= link.start) line++;
    const isFirst = line !== lineOfLast;
    lineOfLast = line;
    const target = readLinkTarget(blocks.text.slice(link.targetStart, link.targetEnd));
    if (!target) continue;
    const own = isFirst && isOwnLine(blocks, run, line, link);
    // Only of an own line is everything that follows said about its file.
    const hookLimit = own ? runEnd : (written[position + 1]?.start ?? runEnd);
    links.push(describe(blocks, link, target, line, own, hookLimit));
  }
  return links;
}

function describe(
  { text, lines }: Blocks,
  written: WrittenLink,
  { path, anchor }: LinkTarget,
  position: number,
  own: boolean,
  hookLimit: number,
): IndexLink {
  const { start, end, textStart, textEnd, targetStart, targetEnd, isLabel } = written;
  const line = lines[position]!;
  const wraps = line.kind === 'item' || line.kind === 'item-text';
  const limit = wraps ? hookLimit : Math.min(hookLimit, line.start + line.text.length);
  const { hook, hookStart, hookEnd } = readHook(text, end, limit, line.kind === 'table');
  return {
    start,
    end,
    textStart,
    textEnd,
    targetStart,
    targetEnd,
    ...(isLabel && { isLabel }),
    path,
    anchor,
    title: titleOf(text.slice(textStart, textEnd)),
    hook,
    hookStart,
    hookEnd,
    own,
    line: position + 1,
    item: line.item,
  };
}

function readHook(text: string, from: number, to: number, isRow: boolean) {
  const after = text.slice(from, to);
  const { start, end } = hookRange(after, isRow);
  const hook = unescapeText(after.slice(start, end).replace(/\s+/g, ' '));
  return { hook, hookStart: from + start, hookEnd: from + end };
}

/** The paths, as `pathKey` gives them, that have a line of their own in this text. */
export function ownLinkKeys(text: string): Set<string> {
  const own = parseIndex(text).links.filter((link) => link.own);
  return new Set(own.map(({ path }) => pathKey(path)));
}

/** The item and those it is in, innermost first. */
export function* ancestry(blocks: Blocks, item: number | undefined): Iterable<IndexItem> {
  for (let at = item; at !== undefined; at = blocks.items[at]!.parent) yield blocks.items[at]!;
}

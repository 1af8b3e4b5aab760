import type { Blocks } from './blocks.js';
import type { WrittenLink } from './inline-links.js';
import type { TextRun } from './text-runs.js';

/** Longer beginnings of a line are text, whatever they hold. */
const maxDecoration = 500;

/**
 * True when the line (or the item or row that it begins) is about the file of its first link: only
 * bullets, boxes, stars, numbers and emphasis stand before it, or it is all of a table cell.
 */
export function isOwnLine(blocks: Blocks, run: TextRun, line: number, link: WrittenLink): boolean {
  const { kind, start, text } = blocks.lines[line]!;
  if (kind === 'heading') return false;
  if (kind === 'table') {
    return isCell(blocks.visible.slice(start, start + text.length), link, start);
  }
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
  if (before.length > maxDecoration) return false;
  const signs = before.replace(/<!--.*?-->/g, '').replace(/^\s*\[[ xX]\]\s/, '');
  return !/[\p{L}[\]]/u.test(signs);
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

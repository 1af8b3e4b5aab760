import { BlockReader } from './block-reader.js';
import type { IndexItem } from './item-stack.js';
import type { RawLine } from './lines.js';

/**
 * What a line is part of. `item` begins a list item, `item-text` goes on with one; `text` is a
 * paragraph; `definition` is a `[label]: target` line.
 */
export type LineKind =
  | 'front-matter'
  | 'blank'
  | 'comment'
  | 'fence'
  | 'code'
  | 'heading'
  | 'rule'
  | 'quote'
  | 'table'
  | 'definition'
  | 'item'
  | 'item-text'
  | 'text';

export interface IndexLine extends RawLine {
  readonly kind: LineKind;
  /** The innermost list item it belongs to, as a position in `items`. */
  readonly item: number | undefined;
}

export interface Blocks {
  readonly text: string;
  readonly lines: readonly IndexLine[];
  readonly items: readonly IndexItem[];
  /** The text with front matter, block comments and code blanked out, at the same positions. */
  readonly visible: string;
  /** Position of the line that opens a code block or comment which nothing closes. */
  readonly unclosed?: number;
}

/** Tells, line by line, what a Markdown text is made of. Reads what is broken, and throws nothing. */
export function parseBlocks(text: string): Blocks {
  return new BlockReader(text).read();
}

import {
  columnsOf,
  type Fence,
  fenceOf,
  isDelimiterRow,
  isHeading,
  isRule,
  isUnderline,
  markerOf,
  opensDefinition,
} from './line-shapes.js';
import { type RawLine, splitLines } from './lines.js';

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
  readonly item?: number;
}

export interface IndexItem {
  /** Blanks, bullet or number, and the blanks after it, as written. */
  readonly prefix: string;
  /** Columns before the bullet, tabs counted to the next stop of four. */
  readonly indent: number;
  /** Columns before the text. */
  readonly contentIndent: number;
  readonly parent?: number;
  /** Positions in `lines`: its first line, and its last with wrapped lines and children. */
  readonly first: number;
  readonly last: number;
  /**
   * The last line that Markdown counts to it: later than `last` where paragraph text goes on
   * without being indented. Such text may be meant for itself, so it is never removed with an item.
   */
  readonly lazyLast: number;
}

export interface Blocks {
  readonly text: string;
  readonly lines: readonly IndexLine[];
  readonly items: readonly IndexItem[];
  /** The text with front matter, block comments and code blanked out, at the same positions. */
  readonly visible: string;
  /** The line that opens a code block or comment which nothing closes. */
  readonly unclosed?: number;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Tells, line by line, what a Markdown text is made of. Reads what is broken, and throws nothing. */
export function parseBlocks(text: string): Blocks {
  return new BlockReader(text).read();
}

class BlockReader {
  readonly #text: string;
  readonly #raw: readonly RawLine[];
  readonly #lines: IndexLine[] = [];
  readonly #items: Mutable<IndexItem>[] = [];
  readonly #visible: string[] = [];
  readonly #open: number[] = [];
  #fence: (Fence & { readonly item: number | undefined }) | undefined;
  #inComment = false;
  #opening = 0;
  #isTable = false;
  #nextCommentEnd = 0;

  constructor(text: string) {
    this.#text = text;
    this.#raw = splitLines(text);
  }

  read(): Blocks {
    const frontMatterEnd = frontMatterLines(this.#raw);
    for (const [position, line] of this.#raw.entries()) {
      if (position < frontMatterEnd) this.#add(line, 'front-matter');
      else if (this.#fence) this.#readFenced(line, this.#fence);
      else if (this.#inComment) this.#readComment(line, 0);
      else this.#readLine(line);
    }
    return {
      text: this.#text,
      lines: this.#lines,
      items: this.#items,
      visible: this.#visible.join(''),
      ...(this.#fence || this.#inComment ? { unclosed: this.#opening } : {}),
    };
  }

  #readLine(line: RawLine): void {
    const body = bodyOf(line);
    if (body === '') return this.#add(line, 'blank');
    const indent = columnsOf(line.text, line.text.length - body.length);
    const previous = this.#lines.at(-1)?.kind;
    if (this.#isParagraphText(body, previous)) return this.#readText(line, indent, previous);
    this.#closeItems(indent);
    if (this.#open.length === 0 && indent >= 4 && previous !== 'text')
      return this.#add(line, 'code');
    this.#readBlock(line, body, indent, previous);
  }

  #readBlock(line: RawLine, body: string, indent: number, previous: LineKind | undefined): void {
    if (body.startsWith('<!--')) return this.#readComment(line, line.text.length - body.length);
    const fence = fenceOf(body);
    if (fence) {
      this.#opening = this.#lines.length;
      this.#fence = { ...fence, item: this.#open.at(-1) };
      return this.#add(line, 'fence');
    }
    if (isHeading(body)) return this.#add(line, 'heading');
    if (previous === 'text' && isUnderline(body)) return this.#underline(line);
    if (isRule(body)) return this.#add(line, 'rule');
    if (body.startsWith('>')) return this.#add(line, 'quote');
    if (this.#isRow(body)) return this.#add(line, 'table');
    const marker = markerOf(body);
    if (marker !== undefined) return this.#openItem(line, body, indent, marker);
    if (previous !== 'text' && opensDefinition(body)) return this.#add(line, 'definition');
    this.#add(line, this.#open.length > 0 ? 'item-text' : 'text');
  }

  /** Text that starts no block of its own. */
  #isParagraphText(body: string, previous: LineKind | undefined): boolean {
    if (body.startsWith('<!--') || body.startsWith('>') || isHeading(body) || isRule(body))
      return false;
    if (fenceOf(body) || markerOf(body) !== undefined || this.#isRow(body)) return false;
    return previous === 'text' || previous === 'item' || previous === 'item-text';
  }

  #readText(line: RawLine, indent: number, previous: LineKind | undefined): void {
    if (previous !== 'text')
      return this.#push(line, 'item-text', this.#open.at(-1), line.text, indent);
    if (isUnderline(bodyOf(line))) return this.#underline(line);
    this.#add(line, 'text');
  }

  /** The paragraph just read turns out to be a heading. */
  #underline(line: RawLine): void {
    for (let at = this.#lines.length - 1; this.#lines[at]?.kind === 'text'; at--) {
      this.#lines[at] = { ...this.#lines[at]!, kind: 'heading' };
    }
    this.#add(line, 'heading');
  }

  #openItem(line: RawLine, body: string, indent: number, marker: string): void {
    const before = line.text.length - body.length;
    const prefix = line.text.slice(bomLength(line), before) + marker;
    const position = this.#lines.length;
    const parent = this.#open.at(-1);
    this.#open.push(this.#items.length);
    this.#items.push({
      prefix,
      indent,
      contentIndent: columnsOf(line.text, before + marker.length),
      ...(parent === undefined ? {} : { parent }),
      first: position,
      last: position,
      lazyLast: position,
    });
    const content = body.slice(marker.length);
    if (content.startsWith('<!--') && !content.includes('-->', 4)) {
      const opening = line.start + before + marker.length;
      if (this.#hasCommentEnd(opening)) {
        this.#inComment = true;
        const kept = line.text.slice(0, before + marker.length);
        return this.#push(line, 'item', this.#open.at(-1), kept + blank(content));
      }
    }
    this.#add(line, 'item');
    // An item may hold a code block from its first line on.
    const fence = fenceOf(content);
    if (fence) this.#fence = { ...fence, item: this.#open.at(-1) };
    this.#opening = position;
  }

  #hasCommentEnd(from: number): boolean {
    if (this.#nextCommentEnd !== -1 && this.#nextCommentEnd < from) {
      this.#nextCommentEnd = this.#text.indexOf('-->', from);
    }
    return this.#nextCommentEnd !== -1;
  }

  /** A block comment, from this position of the line on; text after its end is paragraph text. */
  #readComment(line: RawLine, from: number): void {
    const { text } = line;
    let position = from;
    let rest = from;
    if (!this.#inComment) this.#opening = this.#lines.length;
    this.#inComment = true;
    while (this.#inComment) {
      const end = text.indexOf('-->', position + (text.startsWith('<!--', position) ? 4 : 0));
      if (end === -1) return this.#push(line, 'comment', this.#open.at(-1), blank(text));
      this.#inComment = false;
      rest = end + 3;
      position = text.length - text.slice(rest).trimStart().length;
      if (text.startsWith('<!--', position)) this.#inComment = true;
    }
    if (position === text.length)
      return this.#push(line, 'comment', this.#open.at(-1), blank(text));
    const visible = text.slice(0, from) + ' '.repeat(rest - from) + text.slice(rest);
    this.#push(line, this.#open.length > 0 ? 'item-text' : 'text', this.#open.at(-1), visible);
  }

  #readFenced(line: RawLine, fence: Fence & { readonly item: number | undefined }): void {
    const body = bodyOf(line);
    if (fence.item !== undefined && body !== '') {
      const indent = columnsOf(line.text, line.text.length - body.length);
      if (indent < childIndent(this.#items[fence.item]!)) {
        this.#fence = undefined; // the item is over, and its code block with it
        return this.#readLine(line);
      }
    }
    const closing = fenceOf(body.trimEnd());
    if (closing && closing.mark === fence.mark && closing.length >= fence.length && !closing.info) {
      this.#fence = undefined;
    }
    this.#add(line, 'fence');
  }

  #isRow(body: string): boolean {
    if (body.startsWith('|')) return true;
    if (!body.includes('|')) return false;
    if (this.#isTable) return true;
    const next = this.#raw[this.#lines.length + 1];
    return next !== undefined && isDelimiterRow(next.text) && markerOf(body) === undefined;
  }

  #closeItems(indent: number): void {
    while (this.#open.length > 0 && indent < childIndent(this.#items[this.#open.at(-1)!]!)) {
      this.#open.pop();
    }
  }

  #add(line: RawLine, kind: LineKind): void {
    const hidden = kind === 'front-matter' || kind === 'fence' || kind === 'code';
    const inItem = kind !== 'blank' && this.#open.length > 0;
    this.#push(
      line,
      kind,
      inItem ? this.#open.at(-1) : undefined,
      hidden ? blank(line.text) : line.text,
    );
  }

  /** `textIndent` is given for paragraph text, which may go on without being indented. */
  #push(
    line: RawLine,
    kind: LineKind,
    item: number | undefined,
    visible: string,
    textIndent = Number.POSITIVE_INFINITY,
  ): void {
    this.#isTable = kind === 'table';
    const position = this.#lines.length;
    this.#lines.push(item === undefined ? { ...line, kind } : { ...line, kind, item });
    this.#visible.push(visible, line.end);
    if (item === undefined) return;
    for (const number of this.#open) {
      const open = this.#items[number]!;
      const isOwn = textIndent >= childIndent(open) && open.lazyLast === open.last;
      if (isOwn || textIndent === Number.POSITIVE_INFINITY) open.last = position;
      open.lazyLast = position;
    }
  }
}

/** A little laxer than Markdown, which wants text below an item's text: two columns are enough. */
function childIndent(item: IndexItem): number {
  return Math.min(item.contentIndent, item.indent + 2);
}

function bodyOf(line: RawLine): string {
  return line.text.trimStart(); // also takes a byte order mark off
}

function bomLength(line: RawLine): number {
  return line.start === 0 && line.text.startsWith('\uFEFF') ? 1 : 0;
}

function blank(text: string): string {
  return ' '.repeat(text.length);
}

/**
 * How many lines a header takes. A pair of rules is only taken for one when a key follows the first:
 * an index may well begin with a rule.
 */
function frontMatterLines(lines: readonly RawLine[]): number {
  if (lines.length === 0 || bodyOf(lines[0]!).trimEnd() !== '---') return 0;
  const firstText = lines.findIndex((line, position) => position > 0 && line.text.trim() !== '');
  if (firstText === -1 || !/^[\w.-]+[ \t]*:(?:\s|$)/.test(lines[firstText]!.text)) return 0;
  const end = lines.findIndex((line, position) => position > 0 && line.text.trimEnd() === '---');
  return end === -1 ? 0 : end + 1;
}

import type { Blocks, IndexLine, LineKind } from './blocks.js';
import { frontMatterLines } from './front-matter-lines.js';
import { ItemStack } from './item-stack.js';
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
import { byteOrderMark, type RawLine, splitLines } from './lines.js';

interface OpenFence extends Fence {
  readonly item: number | undefined;
}

/** Reads the lines of one text in order, once. */
export class BlockReader {
  readonly #text: string;
  readonly #raw: readonly RawLine[];
  readonly #lines: IndexLine[] = [];
  readonly #stack = new ItemStack();
  readonly #visible: string[] = [];
  #fence: OpenFence | undefined;
  #inComment = false;
  /** The line that opened the code block or comment. */
  #opening = 0;
  #commentEnd = 0;

  constructor(text: string) {
    this.#text = text;
    this.#raw = splitLines(text);
  }

  read(): Blocks {
    const header = frontMatterLines(this.#raw);
    for (const [position, line] of this.#raw.entries()) {
      if (position < header) this.#add(line, 'front-matter');
      else if (this.#fence) this.#readFenced(line, this.#fence);
      else if (this.#inComment) this.#readComment(line, 0);
      else this.#readLine(line);
    }
    return {
      text: this.#text,
      lines: this.#lines,
      items: this.#stack.items,
      visible: this.#visible.join(''),
      ...(this.#fence || this.#inComment ? { unclosed: this.#opening } : {}),
    };
  }

  #readLine(line: RawLine): void {
    const body = bodyOf(line);
    const previous = this.#previous;
    if (body === '') {
      this.#add(line, 'blank');
    } else if (previous === 'text' && isUnderline(body)) {
      this.#underline(line);
    } else if (isParagraph(previous) && !this.#startsBlock(body)) {
      this.#continueParagraph(line, previous);
    } else {
      const indent = indentOf(line);
      this.#stack.closeTo(indent);
      const isCode = this.#stack.innermost === undefined && indent >= 4 && previous !== 'text';
      if (isCode) this.#add(line, 'code');
      else this.#readBlock(line, body, indent);
    }
  }

  #startsBlock(body: string): boolean {
    const isPlain =
      !body.startsWith('<!--') && !body.startsWith('>') && !isHeading(body) && !isRule(body);
    return !isPlain || markerOf(body) !== undefined || this.#isRow(body) || !!fenceOf(body);
  }

  #continueParagraph(line: RawLine, previous: LineKind): void {
    if (previous === 'text') this.#add(line, 'text');
    else this.#push(line, 'item-text', line.text, indentOf(line));
  }

  #readBlock(line: RawLine, body: string, indent: number): void {
    const marker = markerOf(body);
    const fence = fenceOf(body);
    if (body.startsWith('<!--')) this.#readComment(line, line.text.length - body.length);
    else if (fence) this.#openFence(line, fence);
    else if (isHeading(body)) this.#add(line, 'heading');
    else if (isRule(body)) this.#add(line, 'rule');
    else if (body.startsWith('>')) this.#add(line, 'quote');
    else if (this.#isRow(body)) this.#add(line, 'table');
    else if (marker !== undefined) this.#openItem(line, body, indent, marker);
    else if (opensDefinition(body)) this.#add(line, 'definition');
    else this.#add(line, this.#stack.innermost === undefined ? 'text' : 'item-text');
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
    const content = before + marker.length;
    const prefix = line.text.slice(0, content).replace(byteOrderMark, '');
    const contentIndent = columnsOf(line.text, content);
    this.#stack.begin({ prefix, indent, contentIndent }, this.#lines.length);
    const text = line.text.slice(content);
    const fence = fenceOf(text);
    if (fence) this.#beginFence(fence);
    const opensComment = text.startsWith('<!--') && !text.includes('-->', 4);
    if (!opensComment || !this.#hasCommentEnd(line.start + content)) {
      this.#add(line, 'item');
      return;
    }
    this.#opening = this.#lines.length;
    this.#inComment = true;
    this.#push(line, 'item', line.text.slice(0, content) + blanks(text.length));
  }

  /** Whether any comment ends after this position; positions are asked for in order. */
  #hasCommentEnd(from: number): boolean {
    if (this.#commentEnd !== -1 && this.#commentEnd < from) {
      this.#commentEnd = this.#text.indexOf('-->', from);
    }
    return this.#commentEnd !== -1;
  }

  /** A block comment, from this position of the line on; text after its end is paragraph text. */
  #readComment(line: RawLine, from: number): void {
    const { text } = line;
    const { end, rest } = this.#commentExtent(text, from);
    if (rest === text.length) {
      this.#push(line, 'comment', blanks(text.length));
      return;
    }
    const visible = text.slice(0, from) + blanks(end - from) + text.slice(end);
    this.#push(line, this.#stack.innermost === undefined ? 'text' : 'item-text', visible);
  }

  /** Where the comments that begin (or go on) at `from` end, and where text follows them. */
  #commentExtent(text: string, from: number): { end: number; rest: number } {
    if (!this.#inComment) this.#opening = this.#lines.length;
    let end = from;
    let rest = from;
    let searchFrom = this.#inComment ? from : from + 4;
    do {
      const close = text.indexOf('-->', searchFrom);
      this.#inComment = close === -1;
      if (this.#inComment) return { end: text.length, rest: text.length };
      end = close + 3;
      rest = end;
      while (rest < text.length && /\s/.test(text[rest]!)) rest++;
      searchFrom = rest + 4;
    } while (text.startsWith('<!--', rest));
    return { end, rest };
  }

  #openFence(line: RawLine, fence: Fence): void {
    this.#beginFence(fence);
    this.#add(line, 'fence');
  }

  #beginFence(fence: Fence): void {
    this.#opening = this.#lines.length;
    this.#fence = { ...fence, item: this.#stack.innermost };
  }

  #readFenced(line: RawLine, fence: OpenFence): void {
    const body = bodyOf(line);
    const isOutside =
      fence.item !== undefined && body !== '' && !this.#stack.isInside(fence.item, indentOf(line));
    if (isOutside) {
      this.#fence = undefined; // the item is over, and its code block with it
      this.#readLine(line);
      return;
    }
    const mark = fenceOf(body);
    if (mark && mark.mark === fence.mark && mark.length >= fence.length && mark.info === '') {
      this.#fence = undefined;
    }
    this.#add(line, 'fence');
  }

  #isRow(body: string): boolean {
    if (body.startsWith('|')) return true;
    if (!body.includes('|')) return false;
    if (this.#previous === 'table') return true;
    const next = this.#raw[this.#lines.length + 1];
    return next !== undefined && isDelimiterRow(next.text) && markerOf(body) === undefined;
  }

  #add(line: RawLine, kind: LineKind): void {
    const isHidden = kind === 'front-matter' || kind === 'fence' || kind === 'code';
    this.#push(line, kind, isHidden ? blanks(line.text.length) : line.text);
  }

  /** `lazyIndent` is given for paragraph text that may belong to an item without its indentation. */
  #push(line: RawLine, kind: LineKind, visible: string, lazyIndent?: number): void {
    const item = kind === 'blank' ? undefined : this.#stack.innermost;
    if (item !== undefined) this.#stack.extend(this.#lines.length, lazyIndent);
    const { text, end, start } = line;
    this.#lines.push({ text, end, start, kind, item });
    this.#visible.push(visible, line.end);
  }

  get #previous(): LineKind | undefined {
    return this.#lines.at(-1)?.kind;
  }
}

function isParagraph(kind: LineKind | undefined): kind is LineKind {
  return kind === 'text' || kind === 'item' || kind === 'item-text';
}

function bodyOf(line: RawLine): string {
  return line.text.trimStart(); // takes a byte order mark off, too
}

function indentOf(line: RawLine): number {
  return columnsOf(line.text, line.text.length - bodyOf(line).length);
}

function blanks(length: number): string {
  return ' '.repeat(length);
}

import type { Definitions } from './definitions.js';
import { readTarget, type WrittenTarget } from './written-target.js';

/** A link as written, all positions in the whole text. */
export interface WrittenLink {
  /** The whole markup, from `[` on. */
  readonly start: number;
  readonly end: number;
  /** Between the brackets. */
  readonly textStart: number;
  readonly textEnd: number;
  /** The target without blanks and title, angle brackets included; of a definition, where one is used. */
  readonly targetStart: number;
  readonly targetEnd: number;
  /** Its text is the label of a definition: `[label]` or `[label][]`. */
  readonly isLabel?: boolean;
}

/**
 * Finds the links of Markdown in one block of text, in order and in time linear to its length.
 * Passes over code spans, comments, HTML tags and images; a link holds no other link. A target with
 * blanks counts too, although Markdown wants it in angle brackets, when it ends in `.md`.
 */
export function inlineLinks(
  text: string,
  start: number,
  end: number,
  definitions: Definitions,
): WrittenLink[] {
  return new LinkScanner(text, start, end, definitions).scan();
}

interface Opener {
  readonly at: number;
  readonly isImage: boolean;
  holdsBrackets: boolean;
}

type LinkEnd = WrittenTarget & Pick<WrittenLink, 'isLabel'>;

class LinkScanner {
  readonly #text: string;
  readonly #end: number;
  readonly #definitions: Definitions;
  readonly #links: WrittenLink[] = [];
  readonly #openers: Opener[] = [];
  #position: number;
  /** Openers below this depth surround a link already found. */
  #inactive = 0;
  #codeEnds: Map<number, number[]> | undefined;
  #noComment = false;

  constructor(text: string, start: number, end: number, definitions: Definitions) {
    // Cut off, so that no search runs on into the rest of a long text.
    this.#text = text.slice(0, end);
    this.#position = start;
    this.#end = end;
    this.#definitions = definitions;
  }

  scan(): WrittenLink[] {
    const signs = /[\\`<[\]]/g;
    while (this.#position < this.#end) {
      signs.lastIndex = this.#position;
      const match = signs.exec(this.#text);
      if (!match || match.index >= this.#end) break;
      this.#position = match.index;
      this.#step(match[0]);
    }
    return this.#links;
  }

  #step(sign: string): void {
    if (sign === '\\') this.#position += 2;
    else if (sign === '`') this.#skipCode();
    else if (sign === '<') this.#skipTag();
    else if (sign === '[') this.#open();
    else this.#close();
  }

  #skipCode(): void {
    const start = this.#position;
    let length = 1;
    while (this.#text[start + length] === '`' && start + length < this.#end) length++;
    this.#codeEnds ??= this.#backtickRuns(start);
    const runs = this.#codeEnds.get(length);
    while (runs && runs.length > 0 && runs.at(-1)! < start + length) runs.pop();
    this.#position = runs?.length ? runs.at(-1)! + length : start + length;
  }

  /** Starts of all runs of backticks by length, the last first. */
  #backtickRuns(from: number): Map<number, number[]> {
    const runs = new Map<number, number[]>();
    const pattern = /`+/g;
    pattern.lastIndex = from;
    for (
      let match = pattern.exec(this.#text);
      match && match.index < this.#end;
      match = pattern.exec(this.#text)
    ) {
      const starts = runs.get(match[0].length);
      if (starts) starts.push(match.index);
      else runs.set(match[0].length, [match.index]);
    }
    for (const starts of runs.values()) starts.reverse();
    return runs;
  }

  #skipTag(): void {
    const start = this.#position;
    this.#position++;
    if (this.#text.startsWith('<!--', start)) {
      this.#skipComment(start + 4);
      return;
    }
    if (!/[A-Za-z/?!]/.test(this.#text[start + 1] ?? '')) return;
    for (let at = start + 1; at < this.#end; at++) {
      const sign = this.#text[at];
      if (sign === '>') this.#position = at + 1;
      if (sign === '>' || sign === '<' || sign === '\n') return;
    }
  }

  #skipComment(from: number): void {
    if (this.#noComment) return;
    const close = this.#text.indexOf('-->', from);
    if (close === -1) this.#noComment = true;
    else this.#position = close + 3;
  }

  #open(): void {
    const outer = this.#openers.at(-1);
    if (outer) outer.holdsBrackets = true;
    const isImage = this.#text[this.#position - 1] === '!';
    this.#openers.push({ at: this.#position, isImage, holdsBrackets: false });
    this.#position++;
  }

  #close(): void {
    const opener = this.#openers.pop();
    const close = this.#position;
    this.#position++;
    if (!opener) return;
    const isActive = opener.isImage || this.#openers.length >= this.#inactive;
    this.#inactive = Math.min(this.#inactive, this.#openers.length);
    if (!isActive) return;
    const target = this.#target(opener, close);
    if (!target) return;
    this.#position = target.end;
    if (opener.isImage) return;
    this.#inactive = this.#openers.length;
    this.#links.push({ start: opener.at, textStart: opener.at + 1, textEnd: close, ...target });
  }

  #target(opener: Opener, close: number): LinkEnd | undefined {
    if (this.#text[close + 1] === '(' && close + 1 < this.#end) {
      const target = readTarget(this.#text, close + 1, this.#end);
      if (target) return target;
    }
    return this.#definitions.size > 0 ? this.#defined(opener, close) : undefined;
  }

  /** `[text][label]`, `[label][]` or `[label]`. */
  #defined(opener: Opener, close: number): LinkEnd | undefined {
    const full = /\[([^[\]]{0,999})\]/y;
    full.lastIndex = close + 1;
    const match = full.exec(this.#text);
    const hasLabel = match !== null && full.lastIndex <= this.#end;
    const label = hasLabel && match[1] !== '' ? match[1]! : undefined;
    if (label === undefined && (opener.holdsBrackets || close - opener.at > 1000)) return undefined;
    const definition = this.#definitions.get(label ?? this.#text.slice(opener.at + 1, close));
    const end = hasLabel ? full.lastIndex : close + 1;
    return definition && { ...definition, end, ...(label === undefined && { isLabel: true }) };
  }
}

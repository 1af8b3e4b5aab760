import { BytePatterns } from './byte-patterns.js';
import { characterFolds, characterKind, foldOf, kindOf } from './characters.js';
import type { QueryTerm } from './parse-query.js';

/**
 * Tells from the bytes of a file alone that it holds no term of a query, without decoding it. Says
 * no only when that is sure: a file it cannot judge (accents, full width, escapes in a header)
 * passes. What a file name may add to an entry is not looked at.
 */
export class QuickLook {
  readonly #patterns: BytePatterns;
  readonly #asksAscii: boolean;
  readonly #asksOther: boolean;
  /** For characters that were met: 1 when bytes can be compared as they are, 2 when not. */
  readonly #judged = new Uint8Array(0x10000);
  #words: Int32Array = new Int32Array(0);

  constructor(terms: readonly QueryTerm[]) {
    const common = terms.map(commonStart);
    this.#patterns = new BytePatterns(common);
    this.#asksAscii = common.some((text) => isAscii(text));
    this.#asksOther = common.some((text) => !isAscii(text));
  }

  mayHold(bytes: Uint8Array): boolean {
    return this.#patterns.isIn(bytes) || bytes.includes(backslash) || this.#isUnsure(bytes);
  }

  /** True when the file holds a character that folds to something that was asked for. */
  #isUnsure(bytes: Uint8Array): boolean {
    let at = this.#firstOther(bytes);
    while (at < bytes.length) {
      const lead = bytes[at]!;
      if (lead < 0xc2) {
        at++;
        continue;
      }
      const width = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
      const codePoint = decodeAt(bytes, at, width);
      if (codePoint < 0) at++;
      else if (this.#isUnsureCharacter(codePoint)) return true;
      else at += width;
    }
    return false;
  }

  /** Where the first bytes that are not ASCII are, to the next lower multiple of four. */
  #firstOther(bytes: Uint8Array): number {
    if (bytes.byteOffset % 4 !== 0) return 0;
    if (this.#words.buffer !== bytes.buffer || this.#words.byteOffset !== bytes.byteOffset) {
      const room = (bytes.buffer.byteLength - bytes.byteOffset) >>> 2;
      this.#words = new Int32Array(bytes.buffer, bytes.byteOffset, room);
    }
    const words = this.#words;
    const count = bytes.length >>> 2;
    let index = 0;
    while (index < count && (words[index]! & 0x80808080) === 0) index++;
    return index * 4;
  }

  #isUnsureCharacter(codePoint: number): boolean {
    if (codePoint > 0xffff) return this.#judge(codePoint);
    const known = this.#judged[codePoint]!;
    if (known !== 0) return known === 2;
    const unsure = this.#judge(codePoint);
    this.#judged[codePoint] = unsure ? 2 : 1;
    return unsure;
  }

  #judge(codePoint: number): boolean {
    const kind = kindOf(codePoint);
    if (kind === characterKind.gap) return false;
    if (kind === characterKind.mark) return true;
    if (characterFolds[codePoint] === codePoint) return false;
    const fold = foldOf(codePoint);
    if (fold === String.fromCodePoint(codePoint)) return false;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked for
    return this.#asksOther || (this.#asksAscii && /[\u0000-\u007f]/.test(fold));
  }
}

const backslash = 0x5c;

/** What every form of the term begins with. */
function commonStart(term: QueryTerm): string {
  if (term.stem === undefined) return term.text;
  // `policies` has the stem `policy`.
  const start = term.stem.endsWith('y') ? term.stem.slice(0, -1) : term.stem;
  return term.text.startsWith(start) ? start : start.slice(0, -1);
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked for
  return /^[\u0000-\u007f]*$/.test(text);
}

/** The code point whose bytes begin here; -1 where they are not UTF-8. */
function decodeAt(bytes: Uint8Array, at: number, width: number): number {
  let codePoint = bytes[at]! & (0x7f >> width);
  for (let index = at + 1; index < at + width; index++) {
    const next = bytes[index];
    if (next === undefined || (next & 0xc0) !== 0x80) return -1;
    codePoint = (codePoint << 6) | (next & 0x3f);
  }
  return codePoint > 0x10ffff ? -1 : codePoint;
}

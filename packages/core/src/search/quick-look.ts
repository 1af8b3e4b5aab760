import type { QueryTerm } from './parse-query.js';
import { termPattern } from './term-pattern.js';
import { isUnsure } from './unsure-characters.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Tells from the bytes of a file alone that it holds no term of a query, with what the platform
 * does fastest: decode, and run one regular expression. Says no only when that is sure: a file it
 * cannot judge (accents, full width, escapes in a header) passes. What the file's name may add to
 * an entry is looked at with `mayBeNamed`.
 */
export class QuickLook {
  readonly #expression: RegExp;

  constructor(terms: readonly QueryTerm[]) {
    // A backslash may be an escape in a header, which stands for any character.
    this.#expression = new RegExp(`${termPattern(terms)}|\\\\`, 'i');
  }

  mayHold(bytes: Uint8Array): boolean {
    const text = decoder.decode(bytes);
    if (this.#expression.test(text)) return true;
    const isAscii = text.length === bytes.length;
    return !isAscii && isUnsure(text);
  }

  mayBeNamed(path: string): boolean {
    return this.#expression.test(path) || isUnsure(path);
  }
}

import type { ScannedFile } from './each-entry.js';
import type { QueryTerm } from './parse-query.js';
import { termPattern } from './term-pattern.js';
import { isUnsure } from './unsure-characters.js';

/**
 * Tells from the text of a file, unparsed, that it holds no term of a query, with what the
 * platform does fastest: one regular expression. Says no only when that is sure: a file it cannot
 * judge (accents, full width, escapes in a header) passes. What the file's name may add to an
 * entry is looked at with `mayBeNamed`.
 */
export class QuickLook {
  readonly #expression: RegExp;

  constructor(terms: readonly QueryTerm[]) {
    // A backslash may be an escape in a header, which stands for any character.
    this.#expression = new RegExp(`${termPattern(terms)}|\\\\`, 'i');
  }

  mayHold({ text, size }: ScannedFile): boolean {
    if (this.#expression.test(text)) return true;
    const isAscii = text.length === size;
    return !isAscii && isUnsure(text);
  }

  mayBeNamed(path: string): boolean {
    return this.#expression.test(path) || isUnsure(path);
  }
}

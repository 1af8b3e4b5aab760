import type { QueryTerm } from './parse-query.js';
import { begins, continues } from './prefix.js';
import { fieldWeights, formWeights, searchFields, type TermForm } from './score.js';
import { stem } from './stem.js';
import { termPattern } from './term-pattern.js';
import { type TokenSink, tokenize } from './tokenize.js';
import { isUnsure } from './unsure-characters.js';

/** What is looked through. */
export interface SearchableText {
  readonly name: string;
  readonly description?: string | undefined;
  readonly body: string;
}

/** Takes one occurrence of a term of the query: its index, its form, and where it stands. */
export type MatchVisitor = (term: number, form: TermForm, start: number, end: number) => void;

/**
 * Finds the terms of a query in texts that are in no index. Only what stands around a possible
 * match is taken apart: most of a text is never looked at by more than a regular expression.
 */
export class TermMatcher {
  readonly #terms: readonly QueryTerm[];
  readonly #pattern: RegExp;
  /** Terms by their first unit, which every form shares; most tokens begin like none of them. */
  readonly #byFirst = new Map<number, number[]>();

  constructor(terms: readonly QueryTerm[]) {
    this.#terms = terms;
    this.#pattern = new RegExp(termPattern(terms), 'gi');
    for (const [index, term] of terms.entries()) {
      const first = term.text.charCodeAt(0);
      const alike = this.#byFirst.get(first);
      if (alike) alike.push(index);
      else this.#byFirst.set(first, [index]);
    }
  }

  /** What each term weighs in the entry; undefined when it holds none of them. */
  weightsOf(text: SearchableText): number[] | undefined {
    let weights: number[] | undefined;
    for (const field of searchFields) {
      const value = text[field];
      if (!value) continue;
      this.eachMatch(value, (term, form) => {
        weights ??= new Array<number>(this.#terms.length).fill(0);
        weights[term]! += fieldWeights[field] * formWeights[form];
      });
    }
    return weights;
  }

  isIn(value: string): boolean {
    let found = false;
    this.eachMatch(value, () => {
      found = true;
    });
    return found;
  }

  /** Every occurrence in one text, in order. */
  eachMatch(value: string, visit: MatchVisitor): void {
    this.#tokenizeNear(value, (units, from, to, _kind, start, end) => {
      const alike = this.#byFirst.get(units[from]!);
      if (alike === undefined) return;
      for (const index of alike) {
        const form = formIn(units, from, to, this.#terms[index]!);
        if (form !== undefined) visit(index, form, start, end);
      }
    });
  }

  /** Tokens from one blank to the next around each place where the pattern matches. */
  #tokenizeNear(value: string, sink: TokenSink): void {
    if (isUnsure(value)) {
      tokenize(value, sink);
      return;
    }
    const pattern = this.#pattern;
    pattern.lastIndex = 0;
    for (let done = 0; pattern.test(value); ) {
      let start = pattern.lastIndex - 1;
      while (start > done && !isBlank(value.charCodeAt(start - 1))) start--;
      let end = pattern.lastIndex;
      while (end < value.length && !isBlank(value.charCodeAt(end))) end++;
      tokenize(value, sink, start, end);
      pattern.lastIndex = end;
      done = end;
    }
  }
}

/** No token goes over these. */
function isBlank(unit: number): boolean {
  return unit <= 0x20;
}

/** In which form the token `units[from..to)` answers to the term, if it does. */
function formIn(
  units: Uint16Array,
  from: number,
  to: number,
  term: QueryTerm,
): TermForm | undefined {
  if (to - from === term.text.length && begins(units, from, to, term.text)) return 'exact';
  if (term.stem !== undefined && stemIs(units, from, to, term.stem)) return 'variant';
  return term.prefix && continues(units, from, to, term.text) ? 'prefix' : undefined;
}

function stemIs(units: Uint16Array, from: number, to: number, expected: string): boolean {
  if (to - from < expected.length - 1 || to - from > expected.length + maxEnding) return false;
  for (let index = 0; index < expected.length - 1; index++) {
    if (units[from + index] !== expected.charCodeAt(index)) return false;
  }
  return stem(String.fromCharCode(...units.subarray(from, to))) === expected;
}

/** More than any ending that `stem` cuts off. */
const maxEnding = 8;

import type { QueryTerm } from './parse-query.js';
import { begins, continues } from './prefix.js';
import { fieldWeights, formWeights, searchFields, type TermForm } from './score.js';
import { stem } from './stem.js';
import { type TokenSink, tokenize } from './tokenize.js';

/** What is looked through. */
export interface SearchableText {
  readonly name: string;
  readonly description?: string | undefined;
  readonly body: string;
}

/** Takes one occurrence of a term of the query: its index, its form, and where it stands. */
export type MatchVisitor = (term: number, form: TermForm, start: number, end: number) => void;

/** Finds the terms of a query in texts that are in no index. */
export class TermMatcher {
  readonly #terms: readonly QueryTerm[];
  /** Terms by their first unit, which every form shares; most tokens begin like none of them. */
  readonly #byFirst = new Map<number, number[]>();
  readonly #isFirst = new Uint8Array(0x10000);

  constructor(terms: readonly QueryTerm[]) {
    this.#terms = terms;
    for (const [index, term] of terms.entries()) {
      const first = term.text.charCodeAt(0);
      this.#isFirst[first] = 1;
      const alike = this.#byFirst.get(first);
      if (alike) alike.push(index);
      else this.#byFirst.set(first, [index]);
    }
  }

  /** What each term weighs in the entry; undefined when it holds none of them. */
  weightsOf(text: SearchableText): Uint32Array | undefined {
    this.#weights = undefined;
    for (const field of searchFields) {
      this.#fieldWeight = fieldWeights[field];
      const value = text[field];
      if (value) tokenize(value, this.#weigh);
    }
    return this.#weights;
  }

  isIn(value: string): boolean {
    this.#weights = undefined;
    tokenize(value, this.#weigh);
    return this.#weights !== undefined;
  }

  /** Every occurrence in one field, in order. */
  eachMatch(value: string, visit: MatchVisitor): void {
    tokenize(value, (units, from, to, _kind, start, end) => {
      if (this.#isFirst[units[from]!] === 0) return;
      for (const index of this.#byFirst.get(units[from]!)!) {
        const form = formIn(units, from, to, this.#terms[index]!);
        if (form !== undefined) visit(index, form, start, end);
      }
    });
  }

  #weights: Uint32Array | undefined;
  #fieldWeight = 1;
  readonly #weigh: TokenSink = (units, from, to) => {
    if (this.#isFirst[units[from]!] === 0) return;
    for (const index of this.#byFirst.get(units[from]!)!) {
      const form = formIn(units, from, to, this.#terms[index]!);
      if (form === undefined) continue;
      this.#weights ??= new Uint32Array(this.#terms.length);
      this.#weights[index]! += this.#fieldWeight * formWeights[form];
    }
  };
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

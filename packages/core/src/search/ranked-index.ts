import type { Query, QueryTerm } from './parse-query.js';
import { Postings } from './postings.js';
import {
  best,
  isRelevant,
  missingWords,
  type RankedPath,
  type Ranking,
  type RankOptions,
  totalRarity,
} from './ranking.js';
import {
  type CorpusSize,
  fieldWeights,
  formWeights,
  inverseFrequency,
  saturated,
  searchFields,
} from './score.js';
import { stem } from './stem.js';
import { grown, TermDictionary } from './term-dictionary.js';
import type { SearchableText } from './term-matcher.js';
import { type TokenSink, tokenize } from './tokenize.js';

/**
 * An inverted index over entries, by path, that ranks with BM25. Compact: 4 bytes for each word of
 * each entry, no text. Removed entries leave their postings behind until half are dead.
 */
export class RankedIndex<P extends string = string> {
  #terms = new TermDictionary();
  #postings = new Postings();
  #documents = new Map<P, number>();
  /** By document number; undefined where the entry is gone. */
  #paths: (P | undefined)[] = [];
  #bytes = new Uint32Array(256);
  #totalBytes = 0;

  get size(): number {
    return this.#documents.size;
  }

  /** Takes an entry in, in place of what the path had. `bytes` is the size of its file. */
  set(path: P, text: SearchableText, bytes: number): void {
    this.delete(path);
    const document = this.#paths.length;
    if (document >= this.#bytes.length) this.#bytes = grown(this.#bytes, document + 1);
    this.#paths.push(path);
    this.#bytes[document] = bytes;
    this.#totalBytes += bytes;
    this.#documents.set(path, document);
    this.#addPostings(document, text);
  }

  delete(path: P): boolean {
    const document = this.#documents.get(path);
    if (document === undefined) return false;
    this.#documents.delete(path);
    this.#paths[document] = undefined;
    this.#totalBytes -= this.#bytes[document]!;
    return true;
  }

  /** The entries that answer to the query best. Takes time in the number of matching postings. */
  rank(query: Query, options: RankOptions<P>): Ranking<P> {
    const hidden = this.#hidden(options.ignores);
    const corpus = this.#corpus(hidden);
    const scores = new Float64Array(this.#paths.length);
    const shares = new Float64Array(this.#paths.length);
    const weights = new Uint32Array(this.#paths.length);
    const touched: number[] = [];
    const matching: number[] = [];
    for (const term of query.terms) {
      const documents = this.#collect(term, weights, hidden);
      const rarity = term.weight * inverseFrequency(documents.length, corpus.entries);
      for (const document of documents) {
        if (shares[document] === 0) touched.push(document);
        const bytes = this.#bytes[document]!;
        scores[document]! += rarity * saturated(weights[document]!, bytes, corpus);
        shares[document]! += rarity;
        weights[document] = 0;
      }
      matching.push(documents.length);
    }
    const all = totalRarity(query, matching, corpus);
    const candidates: RankedPath<P>[] = [];
    for (const document of touched) {
      const path = this.#paths[document]!;
      const share = shares[document]! / all;
      if (isRelevant(share) && (options.accepts?.(path) ?? true)) {
        candidates.push({ path, score: scores[document]!, share });
      }
    }
    return {
      ranked: best(candidates, options.limit),
      missing: missingWords(query, matching),
      corpus,
      matching,
    };
  }

  #hidden(ignores: ((path: P) => boolean) | undefined): Uint8Array {
    const hidden = new Uint8Array(this.#paths.length);
    for (let document = 0; document < hidden.length; document++) {
      const path = this.#paths[document];
      if (path === undefined || ignores?.(path)) hidden[document] = 1;
    }
    return hidden;
  }

  #corpus(hidden: Uint8Array): CorpusSize {
    let entries = 0;
    let bytes = 0;
    for (let document = 0; document < hidden.length; document++) {
      if (hidden[document] === 1) continue;
      entries++;
      bytes += this.#bytes[document]!;
    }
    return { entries, bytes };
  }

  /** The documents that hold the term in any form, with their weights left in `weights`. */
  #collect(term: QueryTerm, weights: Uint32Array, hidden: Uint8Array): number[] {
    const documents: number[] = [];
    for (const [form, formWeight] of this.#forms(term)) {
      this.#postings.each(form, (document, weight) => {
        if (hidden[document] === 1) return;
        if (weights[document] === 0) documents.push(document);
        weights[document]! += weight * formWeight;
      });
    }
    return documents;
  }

  /** Every term of the dictionary that answers to the term of the query, in its best form. */
  #forms(term: QueryTerm): Map<number, number> {
    const forms = new Map<number, number>();
    if (term.prefix) {
      this.#terms.withPrefix(term.text, (form) => forms.set(form, formWeights.prefix));
    }
    if (term.stem !== undefined) {
      const base = this.#terms.find(term.stem);
      if (base !== -1 && stem(term.stem) === term.stem) forms.set(base, formWeights.variant);
      this.#terms.withStem(term.stem, (form) => forms.set(form, formWeights.variant));
    }
    const exact = this.#terms.find(term.text);
    if (exact !== -1) forms.set(exact, formWeights.exact);
    return forms;
  }

  #addPostings(document: number, text: SearchableText): void {
    for (const field of searchFields) {
      const value = text[field];
      this.#fieldWeight = fieldWeights[field];
      if (value) tokenize(value, this.#count);
    }
    for (const term of this.#seen) {
      this.#postings.add(term, document, this.#counts[term]!);
      this.#counts[term] = 0;
    }
    this.#seen.length = 0;
  }

  // The terms of the entry that is being taken in, and what each weighs so far.
  #counts = new Uint32Array(1024);
  readonly #seen: number[] = [];
  #fieldWeight = 1;
  readonly #count: TokenSink = (units, from, to) => {
    const term = this.#terms.add(units, from, to);
    if (term >= this.#counts.length) this.#counts = grown(this.#counts, term + 1);
    if (this.#counts[term] === 0) this.#seen.push(term);
    this.#counts[term]! += this.#fieldWeight;
  };
}

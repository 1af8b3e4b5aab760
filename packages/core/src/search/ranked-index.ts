import { BestPaths, type RankedPath } from './best-paths.js';
import type { Query, QueryTerm } from './parse-query.js';
import { Postings } from './postings.js';
import {
  isRelevant,
  missingWords,
  type Ranking,
  type RankOptions,
  totalRarity,
} from './ranking.js';
import {
  type CorpusSize,
  fieldWeights,
  formWeights,
  inverseFrequency,
  lengthNorm,
  lengthSlope,
  saturated,
  searchFields,
} from './score.js';
import { grown, TermDictionary } from './term-dictionary.js';
import type { SearchableText } from './term-matcher.js';
import { type TokenSink, tokenize } from './tokenize.js';

/** Fewer dead entries than this are not worth a compaction. */
const fewDead = 1024;

/**
 * An inverted index over entries, by path, that ranks with BM25. Compact: 4 bytes for each word of
 * each entry, and no text. A removed entry leaves its postings behind until half of all are dead.
 */
export class RankedIndex<P extends string = string> {
  #terms = new TermDictionary();
  #postings = new Postings();
  readonly #documents = new Map<P, number>();
  // By document number: entries get the next one, and a new one when they change.
  #paths: P[] = [];
  #bytes = new Uint32Array(256);
  #dead = new Uint8Array(256);
  #totalBytes = 0;
  // Scratch of a query, by document number; all zero between queries.
  #weights = new Uint32Array(256);
  #scores = new Float64Array(256);
  #shares = new Float64Array(256);
  // Scratch: documents of one term, and of any term.
  #holding = new Uint32Array(256);
  #touched = new Uint32Array(256);

  get size(): number {
    return this.#documents.size;
  }

  /** Takes an entry in, in place of what the path had. `bytes` is the size of its file. */
  set(path: P, text: SearchableText, bytes: number): void {
    this.delete(path);
    const document = this.#append(path, bytes);
    this.#addPostings(document, text);
  }

  delete(path: P): boolean {
    const document = this.#documents.get(path);
    if (document === undefined) return false;
    this.#documents.delete(path);
    this.#dead[document] = 1;
    this.#totalBytes -= this.#bytes[document]!;
    if (this.#paths.length > 2 * this.size + fewDead) this.#compact();
    return true;
  }

  /** The entries that answer to the query best. Takes time in the number of matching postings. */
  rank(query: Query, options: RankOptions<P>): Ranking<P> {
    const hidden = options.ignores ? this.#hiddenBy(options.ignores) : this.#dead;
    const corpus = options.ignores ? this.#visible(hidden) : this.#all();
    const matching: number[] = [];
    let touched = 0;
    for (const term of query.terms) {
      const holding = this.#collect(term, hidden);
      matching.push(holding);
      touched = this.#scoreTerm(term, holding, touched, corpus);
    }
    const all = totalRarity(query, matching, corpus);
    const ranked = this.#takeBest(touched, all, options);
    return { ranked, missing: missingWords(query, matching), corpus, matching };
  }

  #append(path: P, bytes: number): number {
    const document = this.#paths.length;
    if (document >= this.#bytes.length) this.#growDocuments(document + 1);
    this.#paths.push(path);
    this.#bytes[document] = bytes;
    this.#totalBytes += bytes;
    this.#documents.set(path, document);
    return document;
  }

  #growDocuments(needed: number): void {
    this.#bytes = grown(this.#bytes, needed);
    this.#dead = grown(this.#dead, needed);
    this.#weights = grown(this.#weights, needed);
    this.#scores = grown(this.#scores, needed);
    this.#shares = grown(this.#shares, needed);
    this.#holding = grown(this.#holding, needed);
    this.#touched = grown(this.#touched, needed);
  }

  #all(): CorpusSize {
    return { entries: this.size, bytes: this.#totalBytes };
  }

  #hiddenBy(ignores: (path: P) => boolean): Uint8Array {
    const hidden = this.#dead.slice(0, this.#paths.length);
    for (let document = 0; document < hidden.length; document++) {
      if (hidden[document] === 0 && ignores(this.#paths[document]!)) hidden[document] = 1;
    }
    return hidden;
  }

  #visible(hidden: Uint8Array): CorpusSize {
    let entries = 0;
    let bytes = 0;
    for (let document = 0; document < hidden.length; document++) {
      if (hidden[document] === 1) continue;
      entries++;
      bytes += this.#bytes[document]!;
    }
    return { entries, bytes };
  }

  /** Leaves the documents that hold the term in `#holding`, and how much it weighs in `#weights`. */
  #collect(term: QueryTerm, hidden: Uint8Array): number {
    let holding = 0;
    for (const [form, weight] of this.#forms(term)) {
      holding = this.#postings.collect(form, weight, hidden, this.#weights, this.#holding, holding);
    }
    return holding;
  }

  /** Adds the term's part to the scores; returns how many documents were touched so far. */
  #scoreTerm(term: QueryTerm, holding: number, touched: number, corpus: CorpusSize): number {
    const rarity = term.weight * inverseFrequency(holding, corpus.entries);
    const slope = lengthSlope(corpus);
    const [scores, shares, weights] = [this.#scores, this.#shares, this.#weights];
    const [sizes, found, all] = [this.#bytes, this.#holding, this.#touched];
    let count = touched;
    for (let index = 0; index < holding; index++) {
      const document = found[index]!;
      if (shares[document] === 0) all[count++] = document;
      const norm = lengthNorm(sizes[document]!, slope);
      scores[document]! += rarity * saturated(weights[document]!, norm);
      shares[document]! += rarity;
      weights[document] = 0;
    }
    return count;
  }

  /** The best of the touched documents that are relevant and accepted. Cleans the scratch up. */
  #takeBest(touched: number, all: number, options: RankOptions<P>): RankedPath<P>[] {
    const best = new BestPaths<P>(options.limit);
    const [scores, shares] = [this.#scores, this.#shares];
    for (let index = 0; index < touched; index++) {
      const document = this.#touched[index]!;
      const share = shares[document]! / all;
      const score = scores[document]!;
      shares[document] = 0;
      scores[document] = 0;
      if (!isRelevant(share)) continue;
      const path = this.#paths[document]!;
      if (options.accepts?.(path) ?? true) best.offer(path, score, share);
    }
    return best.take();
  }

  /** Every term of the dictionary that answers to the term of the query, in its best form. */
  #forms(term: QueryTerm): Map<number, number> {
    const forms = new Map<number, number>();
    if (term.prefix) {
      this.#terms.withPrefix(term.text, (form) => forms.set(form, formWeights.prefix));
    }
    if (term.stem !== undefined) {
      const base = this.#terms.find(term.stem);
      if (base >= 0) forms.set(base, formWeights.variant);
      this.#terms.withStem(term.stem, (form) => forms.set(form, formWeights.variant));
    }
    const exact = this.#terms.find(term.text);
    if (exact >= 0) forms.set(exact, formWeights.exact);
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

  /** Numbers the living anew and drops what belongs to the dead, in time linear in what is there. */
  #compact(): void {
    const renumbered = new Int32Array(this.#paths.length).fill(-1);
    const paths: P[] = [];
    for (const [path, document] of [...this.#documents].sort(([, a], [, b]) => a - b)) {
      renumbered[document] = paths.length;
      this.#bytes[paths.length] = this.#bytes[document]!;
      this.#documents.set(path, paths.length);
      paths.push(path);
    }
    this.#paths = paths;
    this.#dead.fill(0);
    this.#keepLivingTerms(renumbered);
  }

  #keepLivingTerms(renumbered: Int32Array): void {
    const terms = new TermDictionary();
    const postings = new Postings();
    for (let term = 0; term < this.#terms.size; term++) {
      let kept = -1;
      this.#postings.each(term, (document, weight) => {
        if (renumbered[document]! < 0) return;
        if (kept < 0) kept = terms.addText(this.#terms.textOf(term));
        postings.add(kept, renumbered[document]!, weight);
      });
    }
    this.#terms = terms;
    this.#postings = postings;
  }
}

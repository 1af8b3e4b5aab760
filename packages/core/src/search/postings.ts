import { grown } from './term-dictionary.js';

/** Documents are numbered below this; compaction starts the numbers again. */
export const maxDocuments = 2 ** 24;

const pageBits = 14;
const pageSize = 1 << pageBits;
const pageMask = pageSize - 1;
const firstSlice = 2;
const largestBits = 10;
const largestSlice = 1 << largestBits;

/**
 * For each term the documents that hold it, with a weight: 4 bytes a posting, in slices that
 * double in size and are chained by their last element. Documents of a term are in the order in
 * which they were added.
 */
export class Postings {
  readonly #pages: Uint32Array[] = [];
  /** The next free slice of each size; 0 and full pages look alike: both ask for a page. */
  readonly #free = new Uint32Array(largestBits + 1);
  #heads = new Uint32Array(512);
  #tails = new Uint32Array(512);
  #counts = new Uint32Array(512);
  /** Size of the slice that is being filled, as a power of two. */
  #sliceBits = new Uint8Array(512);

  /** Adds a posting. A weight over 255 becomes several, which readers add up again. */
  add(term: number, document: number, weight: number): void {
    let rest = weight;
    for (; rest > 255; rest -= 255) this.#append(term, document * 256 + 255);
    this.#append(term, document * 256 + rest);
  }

  /** Calls `visit(document, weight)` for each posting of the term. */
  each(term: number, visit: (document: number, weight: number) => void): void {
    this.#eachSlice(term, (page, from, to) => {
      for (let index = from; index < to; index++) visit(page[index]! >>> 8, page[index]! & 255);
    });
  }

  /**
   * Adds `factor` times the weight of each posting to `weights`, by document, except for hidden
   * ones, and appends documents that weighed nothing before to `found`. Returns their new number.
   */
  collect(
    term: number,
    factor: number,
    hidden: Uint8Array,
    weights: Uint32Array,
    found: Uint32Array,
    count: number,
  ): number {
    let filled = count;
    this.#eachSlice(term, (page, from, to) => {
      for (let index = from; index < to; index++) {
        const posting = page[index]!;
        const document = posting >>> 8;
        if (hidden[document] === 1) continue;
        if (weights[document] === 0) found[filled++] = document;
        weights[document]! += factor * (posting & 255);
      }
    });
    return filled;
  }

  #eachSlice(term: number, visit: (page: Uint32Array, from: number, to: number) => void): void {
    if (term >= this.#counts.length) return;
    let left = this.#counts[term]!;
    let at = this.#heads[term]!;
    let size = firstSlice;
    while (left > 0) {
      const page = this.#pages[at >>> pageBits]!;
      const from = at & pageMask;
      visit(page, from, from + Math.min(left, size - 1));
      left -= size - 1;
      if (left > 0) at = page[from + size - 1]!;
      size = Math.min(size * 2, largestSlice);
    }
  }

  #append(term: number, posting: number): void {
    if (term >= this.#counts.length) this.#growTerms(term);
    const count = this.#counts[term]!;
    if (count === 0) {
      const at = this.#newSlice(1);
      this.#heads[term] = at;
      this.#tails[term] = at;
      this.#sliceBits[term] = 1;
    }
    let at = this.#tails[term]!;
    const size = 1 << this.#sliceBits[term]!;
    if (((at + 1) & (size - 1)) === 0) {
      const bits = Math.min(this.#sliceBits[term]! + 1, largestBits);
      const next = this.#newSlice(bits);
      this.#pages[at >>> pageBits]![at & pageMask] = next;
      this.#sliceBits[term] = bits;
      at = next;
    }
    this.#pages[at >>> pageBits]![at & pageMask] = posting;
    this.#tails[term] = at + 1;
    this.#counts[term] = count + 1;
  }

  /** Room for 2^bits elements, at a multiple of its size. Each size has pages of its own. */
  #newSlice(bits: number): number {
    const free = this.#free[bits]!;
    if ((free & pageMask) !== 0) {
      this.#free[bits] = free + (1 << bits);
      return free;
    }
    const at = this.#pages.length << pageBits;
    this.#pages.push(new Uint32Array(pageSize));
    this.#free[bits] = at + (1 << bits);
    return at;
  }

  #growTerms(term: number): void {
    this.#heads = grown(this.#heads, term + 1);
    this.#tails = grown(this.#tails, term + 1);
    this.#counts = grown(this.#counts, term + 1);
    this.#sliceBits = grown(this.#sliceBits, term + 1);
  }
}

import { grown } from './term-dictionary.js';

/** Documents are numbered below this; compaction starts the numbers again. */
export const maxDocuments = 2 ** 24;

const pageBits = 16;
const pageSize = 1 << pageBits;
const pageMask = pageSize - 1;
const firstSlice = 2;
const largestBits = 10;
const largestSlice = 1 << largestBits;

/** The fields of a chain. The last one is a power of two. */
const [headField, tailField, countField, bitsField] = [0, 1, 2, 3];
const chainFields = 4;

/**
 * For each term the documents that hold it, with a weight: 4 bytes a posting, in slices that
 * double in size and are chained by their last element. Documents of a term are in the order in
 * which they were added.
 */
export class Postings {
  readonly #pages: Uint32Array[] = [];
  /** The next free slice of each size; 0 and full pages look alike: both ask for a page. */
  readonly #free = new Uint32Array(largestBits + 1);
  /**
   * For each term, side by side: its first slice, its next free element, how many elements it has,
   * and the size of the slice that is being filled.
   */
  #chains = new Uint32Array(512 * chainFields);

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
      filled = collectSlice(page, from, to, factor, hidden, weights, found, filled);
    });
    return filled;
  }

  #eachSlice(term: number, visit: (page: Uint32Array, from: number, to: number) => void): void {
    const chain = term * chainFields;
    if (chain + chainFields > this.#chains.length) return;
    let left = this.#chains[chain + countField]!;
    let at = this.#chains[chain + headField]!;
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
    const chain = term * chainFields;
    // The whole chain has to fit: what is written behind the end of a typed array is lost.
    if (chain + chainFields > this.#chains.length) {
      this.#chains = grown(this.#chains, chain + chainFields);
    }
    const chains = this.#chains;
    if (chains[chain + countField] === 0) this.#openChain(chain);
    let at = chains[chain + tailField]!;
    const size = 1 << chains[chain + bitsField]!;
    if (((at + 1) & (size - 1)) === 0) at = this.#extendChain(chain, at);
    this.#pages[at >>> pageBits]![at & pageMask] = posting;
    chains[chain + tailField] = at + 1;
    chains[chain + countField]!++;
  }

  #openChain(chain: number): void {
    const at = this.#newSlice(1);
    this.#chains[chain + headField] = at;
    this.#chains[chain + tailField] = at;
    this.#chains[chain + bitsField] = 1;
  }

  /** Chains a slice of twice the size to the full one whose last element is at `last`. */
  #extendChain(chain: number, last: number): number {
    const bits = Math.min(this.#chains[chain + bitsField]! + 1, largestBits);
    const next = this.#newSlice(bits);
    this.#pages[last >>> pageBits]![last & pageMask] = next;
    this.#chains[chain + bitsField] = bits;
    return next;
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
}

/** The inner loop of every query: on its own, so that it is compiled for typed arrays alone. */
function collectSlice(
  page: Uint32Array,
  from: number,
  to: number,
  factor: number,
  hidden: Uint8Array,
  weights: Uint32Array,
  found: Uint32Array,
  count: number,
): number {
  let filled = count;
  for (let index = from; index < to; index++) {
    const posting = page[index]!;
    const document = posting >>> 8;
    if (hidden[document] === 1) continue;
    const before = weights[document]!;
    if (before === 0) found[filled++] = document;
    weights[document] = before + factor * (posting & 255);
  }
  return filled;
}

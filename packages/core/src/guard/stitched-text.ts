import type { Place } from './hit.js';

/** Pieces of a text put together, that know where they came from. */
export class StitchedText {
  #text: string[] = [];
  #length = 0;
  /** Offsets in here, and in the text that the pieces are from; both rise. */
  readonly #starts: number[] = [];
  readonly #origins: number[] = [];

  add(text: string, origin: number): void {
    if (text === '') return;
    this.#starts.push(this.#length);
    this.#origins.push(origin);
    this.#text.push(text);
    this.#length += text.length;
  }

  get length(): number {
    return this.#length;
  }

  get text(): string {
    return this.#text.join('');
  }

  /** The place in the text that the pieces are from. */
  originOf({ start, end }: Place): Place {
    return { start: this.#originAt(start), end: this.#originAt(end - 1) + 1 };
  }

  /** Whether a place reaches over a seam. */
  isAcross({ start, end }: Place): boolean {
    return this.#pieceAt(start) !== this.#pieceAt(end - 1);
  }

  #originAt(offset: number): number {
    const piece = this.#pieceAt(offset);
    return (this.#origins[piece] ?? 0) + offset - (this.#starts[piece] ?? 0);
  }

  #pieceAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** What came in: a line, or that one was longer than allowed (and is dropped). */
export type ReadLine = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'long' };

const newline = 0x0a;

/**
 * Cuts a stream of bytes into lines. What belongs to one line is kept in pieces until its end is
 * there, so a long one costs no more than its length; one over the limit is passed over and the
 * stream goes on after it.
 */
export class LineReader {
  readonly #limit: number;
  #pieces: Buffer[] = [];
  #size = 0;

  /** @param limit of one line, in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  *read(chunk: Buffer): Generator<ReadLine> {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(newline, start);
      if (end < 0) break;
      this.#keep(chunk.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  }

  /** A last line without an end. */
  *rest(): Generator<ReadLine> {
    if (this.#size > 0) yield this.#take();
  }

  #keep(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > this.#limit) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #take(): ReadLine {
    const isLong = this.#size > this.#limit;
    const text = isLong ? '' : Buffer.concat(this.#pieces).toString('utf8');
    this.#pieces = [];
    this.#size = 0;
    return isLong ? { kind: 'long' } : { kind: 'line', text: text.replace(/\r$/, '') };
  }
}

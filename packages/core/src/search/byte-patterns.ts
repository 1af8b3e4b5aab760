const encoder = new TextEncoder();

/** Small letters for capital ones; every other byte itself. */
const small = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++)
  small[byte] = byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte;

/**
 * Looks for several byte strings at once, ASCII letters in any case (Horspool's way, for a set):
 * a window as long as the shortest pattern steps forward by as much as its last byte allows.
 */
export class BytePatterns {
  readonly #window: number;
  /** By the window's last byte: how far no pattern can begin. 0: one may be here. */
  readonly #shifts: Uint8Array;
  /** By the window's last byte (small), the patterns that have it at that place. */
  readonly #candidates: (readonly Uint8Array[] | undefined)[] = new Array(256).fill(undefined);

  /** Patterns are not empty, and in small letters. */
  constructor(texts: readonly string[]) {
    const patterns = texts.map((text) => encoder.encode(text));
    this.#window = Math.min(255, ...patterns.map((pattern) => pattern.length));
    this.#shifts = new Uint8Array(256).fill(this.#window);
    for (const pattern of patterns) this.#addShifts(pattern);
    for (const pattern of patterns) {
      const last = pattern[this.#window - 1]!;
      this.#candidates[last] = [...(this.#candidates[last] ?? []), pattern];
    }
  }

  isIn(bytes: Uint8Array): boolean {
    const shifts = this.#shifts;
    const length = bytes.length;
    let end = this.#window - 1;
    while (end < length) {
      const shift = shifts[bytes[end]!]!;
      if (shift === 0) {
        if (this.#beginsAt(bytes, end - this.#window + 1, bytes[end]!)) return true;
        end++;
      } else end += shift;
    }
    return false;
  }

  #addShifts(pattern: Uint8Array): void {
    for (let index = 0; index < this.#window; index++) {
      const shift = this.#window - 1 - index;
      const byte = pattern[index]!;
      this.#shifts[byte] = Math.min(this.#shifts[byte]!, shift);
      if (byte >= 0x61 && byte <= 0x7a) {
        this.#shifts[byte - 32] = Math.min(this.#shifts[byte - 32]!, shift);
      }
    }
  }

  #beginsAt(bytes: Uint8Array, start: number, last: number): boolean {
    for (const pattern of this.#candidates[small[last]!]!) {
      let index = 0;
      while (index < pattern.length && small[bytes[start + index]!] === pattern[index]) index++;
      if (index === pattern.length) return true;
    }
    return false;
  }
}

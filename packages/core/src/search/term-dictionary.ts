import { stem } from './stem.js';

/** FNV-1a over UTF-16 units, mixed at the end so that low bits are good ones. */
function hashOf(units: Uint16Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ units[index]!, 0x01000193);
  hash ^= hash >>> 15;
  return hash >>> 0;
}

const none = -1;

/**
 * Numbers terms from 0 in order of first sight, without a string or an object for each. Terms
 * stay until the whole dictionary is dropped.
 */
export class TermDictionary {
  size = 0;
  #slots = new Int32Array(1024).fill(none);
  #units = new Uint16Array(8192);
  #starts = new Uint32Array(513);
  #hashes = new Uint32Array(512);
  /** Terms that begin alike, chained; the heads are by their first units. */
  #bucketHeads = new Map<number, number>();
  #bucketNext = new Int32Array(512);
  /** Terms that are inflected forms, chained by their stem. */
  #stemHeads = new Map<string, number>();
  #stemNext = new Map<number, number>();

  /** The number of the term `units[from..to)`, given now if it has none. */
  add(units: Uint16Array, from: number, to: number): number {
    const hash = hashOf(units, from, to);
    const slot = this.#slotOf(hash, units, from, to);
    const known = this.#slots[slot]!;
    if (known !== none) return known;
    const term = this.size;
    this.#append(units, from, to, hash);
    this.#slots[slot] = term;
    if (this.size * 2 > this.#slots.length) this.#growSlots();
    this.#link(term);
    return term;
  }

  addText(text: string): number {
    return this.add(unitsOf(text), 0, text.length);
  }

  /** The number of a folded term; -1 when it was never added. */
  find(text: string): number {
    const units = unitsOf(text);
    return this.#slots[this.#slotOf(hashOf(units, 0, units.length), units, 0, units.length)]!;
  }

  /** Calls `visit` with every term that begins with `prefix`, itself included. */
  withPrefix(prefix: string, visit: (term: number) => void): void {
    const units = unitsOf(prefix);
    const exact = this.find(prefix);
    if (exact !== none && bucketOf(units, 0, units.length) === undefined) visit(exact);
    const key = bucketOf(units, 0, units.length);
    if (key === undefined) return;
    let term = this.#bucketHeads.get(key) ?? none;
    for (; term !== none; term = this.#bucketNext[term]!) {
      if (this.#begins(term, units)) visit(term);
    }
  }

  /** Calls `visit` with every term whose stem is `stem`, but not with the stem itself. */
  withStem(stem: string, visit: (term: number) => void): void {
    let term = this.#stemHeads.get(stem) ?? none;
    for (; term !== none; term = this.#stemNext.get(term) ?? none) visit(term);
  }

  textOf(term: number): string {
    const units = this.#units.subarray(this.#starts[term]!, this.#starts[term + 1]!);
    return String.fromCharCode(...units);
  }

  #slotOf(hash: number, units: Uint16Array, from: number, to: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const term = this.#slots[slot]!;
      if (term === none || (this.#hashes[term] === hash && this.#equals(term, units, from, to))) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  #equals(term: number, units: Uint16Array, from: number, to: number): boolean {
    const start = this.#starts[term]!;
    if (this.#starts[term + 1]! - start !== to - from) return false;
    for (let index = from; index < to; index++) {
      if (this.#units[start + index - from] !== units[index]) return false;
    }
    return true;
  }

  #begins(term: number, prefix: Uint16Array): boolean {
    const start = this.#starts[term]!;
    if (this.#starts[term + 1]! - start < prefix.length) return false;
    for (let index = 0; index < prefix.length; index++) {
      if (this.#units[start + index] !== prefix[index]) return false;
    }
    return true;
  }

  #append(units: Uint16Array, from: number, to: number, hash: number): void {
    const term = this.size++;
    const start = this.#starts[term]!;
    const end = start + to - from;
    if (term + 2 > this.#starts.length) this.#starts = grown(this.#starts, term + 2);
    if (term >= this.#hashes.length) {
      this.#hashes = grown(this.#hashes, term + 1);
      this.#bucketNext = grown(this.#bucketNext, term + 1);
    }
    if (end > this.#units.length) this.#units = grown(this.#units, end);
    for (let index = from; index < to; index++) this.#units[start + index - from] = units[index]!;
    this.#starts[term + 1] = end;
    this.#hashes[term] = hash;
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(none);
    const mask = slots.length - 1;
    for (let term = 0; term < this.size; term++) {
      let slot = this.#hashes[term]! & mask;
      while (slots[slot] !== none) slot = (slot + 1) & mask;
      slots[slot] = term;
    }
    this.#slots = slots;
  }

  #link(term: number): void {
    const key = bucketOf(this.#units, this.#starts[term]!, this.#starts[term + 1]!);
    if (key !== undefined) {
      this.#bucketNext[term] = this.#bucketHeads.get(key) ?? none;
      this.#bucketHeads.set(key, term);
    }
    const text = this.textOf(term);
    const stemmed = stem(text);
    if (stemmed === text) return;
    const head = this.#stemHeads.get(stemmed);
    if (head !== undefined) this.#stemNext.set(term, head);
    this.#stemHeads.set(stemmed, term);
  }
}

/**
 * The bucket of terms that begin alike: by two units, or by one where a unit is a character that
 * can be looked for alone (scripts written without blanks).
 */
function bucketOf(units: Uint16Array, from: number, to: number): number | undefined {
  const first = units[from]!;
  if (first >= 0x0e00) return first;
  return to - from < 2 ? undefined : first * 0x10000 + units[from + 1]!;
}

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index++) units[index] = text.charCodeAt(index);
  return units;
}

/** A copy with room for `needed` elements and half as many again. */
export function grown<A extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array>(
  array: A,
  needed: number,
): A {
  const larger = new (array.constructor as new (length: number) => A)(needed + (needed >> 1) + 16);
  larger.set(array);
  return larger;
}

import { continues, isJoined } from './prefix.js';
import { stem } from './stem.js';

/** FNV-1a over UTF-16 units, mixed at the end so that low bits are good ones. */
function hashOf(units: Uint16Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ units[index]!, 0x01000193);
  hash ^= hash >>> 15;
  return hash >>> 0;
}

const none = -1;

/** Before the units of a term in the pool: its number (two units) and its length. */
const headUnits = 3;

/**
 * Numbers terms from 0 in order of first sight, without a string or an object for each. Terms
 * stay until the whole dictionary is dropped.
 *
 * Looking a term up touches memory in two places, its slot and its text, since at a million words
 * a second that is what takes the time.
 */
export class TermDictionary {
  size = 0;
  /** Two numbers a slot: the hash, and one more than where the term stands in the pool. */
  #slots = new Uint32Array(2048);
  #pool = new Uint16Array(8192);
  #filled = 0;
  /** By the number of a term, where it stands in the pool. */
  #places = new Uint32Array(512);
  /** Terms that begin alike, chained: by their first character or two, and by their first four. */
  readonly #shortHeads = new Int32Array(shortBuckets).fill(none);
  readonly #longHeads = new Int32Array(longBuckets).fill(none);
  #shortNext = new Int32Array(512);
  #longNext = new Int32Array(512);
  /** Terms that are inflected forms, chained by their stem. */
  readonly #stemHeads = new Map<string, number>();
  readonly #stemNext = new Map<number, number>();

  /** The number of the term `units[from..to)`, given now if it has none. */
  add(units: Uint16Array, from: number, to: number): number {
    const hash = hashOf(units, from, to);
    const slot = this.#slotOf(hash, units, from, to);
    const place = this.#slots[slot + 1]!;
    if (place !== 0) return this.#numberAt(place - 1);
    const term = this.#append(units, from, to);
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = this.#places[term]! + 1;
    if (this.size * 4 > this.#slots.length) this.#growSlots();
    this.#link(term);
    return term;
  }

  addText(text: string): number {
    return this.add(unitsOf(text), 0, text.length);
  }

  /** The number of a folded term; -1 when it was never added. */
  find(text: string): number {
    const units = unitsOf(text);
    const slot = this.#slotOf(hashOf(units, 0, units.length), units, 0, units.length);
    const place = this.#slots[slot + 1]!;
    return place === 0 ? none : this.#numberAt(place - 1);
  }

  /** Calls `visit` with every term that `continues` the prefix, itself included. */
  withPrefix(prefix: string, visit: (term: number) => void): void {
    const units = unitsOf(prefix);
    const isLong = units.length >= longStart;
    const joined = isJoined(units, 0, units.length);
    const next = isLong ? this.#longNext : this.#shortNext;
    let term = isLong
      ? this.#longHeads[longBucketOf(units, 0, joined)]!
      : this.#shortHeads[shortBucketOf(units, 0, units.length, joined)]!;
    for (; term !== none; term = next[term]!) {
      const [start, end] = [this.#start(term), this.#end(term)];
      if (continues(this.#pool, start, end, prefix)) visit(term);
    }
  }

  /** Calls `visit` with every term whose stem is `stem`, but not with the stem itself. */
  withStem(stem: string, visit: (term: number) => void): void {
    let term = this.#stemHeads.get(stem) ?? none;
    for (; term !== none; term = this.#stemNext.get(term) ?? none) visit(term);
  }

  textOf(term: number): string {
    return String.fromCharCode(...this.#pool.subarray(this.#start(term), this.#end(term)));
  }

  #start(term: number): number {
    return this.#places[term]! + headUnits;
  }

  #end(term: number): number {
    const place = this.#places[term]!;
    return place + headUnits + this.#pool[place + 2]!;
  }

  #numberAt(place: number): number {
    return this.#pool[place]! + this.#pool[place + 1]! * 0x10000;
  }

  /** The slot of the term, or the empty one where it belongs. */
  #slotOf(hash: number, units: Uint16Array, from: number, to: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (hash << 1) & mask;
    for (;;) {
      const place = slots[slot + 1]!;
      if (place === 0) return slot;
      if (slots[slot] === hash && this.#isAt(place - 1, units, from, to)) return slot;
      slot = (slot + 2) & mask;
    }
  }

  #isAt(place: number, units: Uint16Array, from: number, to: number): boolean {
    const pool = this.#pool;
    const length = to - from;
    if (pool[place + 2] !== length) return false;
    const start = place + headUnits;
    for (let index = 0; index < length; index++) {
      if (pool[start + index] !== units[from + index]) return false;
    }
    return true;
  }

  #isJoined(term: number): boolean {
    return isJoined(this.#pool, this.#start(term), this.#end(term));
  }

  #append(units: Uint16Array, from: number, to: number): number {
    const term = this.size++;
    const place = this.#filled;
    this.#filled += headUnits + to - from;
    if (this.#filled > this.#pool.length) this.#pool = grown(this.#pool, this.#filled);
    if (term >= this.#places.length) {
      this.#places = grown(this.#places, term + 1);
      this.#shortNext = grown(this.#shortNext, term + 1);
      this.#longNext = grown(this.#longNext, term + 1);
    }
    this.#places[term] = place;
    this.#pool[place] = term & 0xffff;
    this.#pool[place + 1] = term >>> 16;
    this.#pool[place + 2] = to - from;
    this.#pool.set(units.subarray(from, to), place + headUnits);
    return term;
  }

  #growSlots(): void {
    const old = this.#slots;
    const slots = new Uint32Array(old.length * 2);
    const mask = slots.length - 1;
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] === 0) continue;
      let slot = (old[at]! << 1) & mask;
      while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
      slots[slot] = old[at]!;
      slots[slot + 1] = old[at + 1]!;
    }
    this.#slots = slots;
  }

  #link(term: number): void {
    const [start, end] = [this.#start(term), this.#end(term)];
    const joined = this.#isJoined(term);
    const short = shortBucketOf(this.#pool, start, end, joined);
    this.#shortNext[term] = this.#shortHeads[short]!;
    this.#shortHeads[short] = term;
    if (end - start >= longStart) {
      const long = longBucketOf(this.#pool, start, joined);
      this.#longNext[term] = this.#longHeads[long]!;
      this.#longHeads[long] = term;
    }
    if (mayBeInflected(this.#pool[end - 1]!)) this.#linkStem(term);
  }

  #linkStem(term: number): void {
    const text = this.textOf(term);
    const stemmed = stem(text);
    if (stemmed === text) return;
    const head = this.#stemHeads.get(stemmed);
    if (head !== undefined) this.#stemNext.set(term, head);
    this.#stemHeads.set(stemmed, term);
  }
}

/** Only words that end in these letters have another stem: a quick look, before a slow one. */
function mayBeInflected(lastUnit: number): boolean {
  const letter = String.fromCharCode(lastUnit);
  return letter === 's' || letter === 'd' || letter === 'g' || letter === 'e';
}

// Buckets are few and fixed: what meets in one by chance is told apart when it is looked at.
const shortBuckets = 1 << 12;
const longBuckets = 1 << 16;
const longStart = 4;

/**
 * By two units, or by one where a unit is a character that is looked for alone (in scripts written
 * without blanks).
 */
function shortBucketOf(units: Uint16Array, from: number, to: number, joined: boolean): number {
  const first = units[from]!;
  const second = first >= firstPairUnit || to - from < 2 ? 0 : units[from + 1]!;
  return (mixed(first * 0x10000 + second) ^ Number(joined)) & (shortBuckets - 1);
}

/** The first unit of a script written without blanks (Thai). */
const firstPairUnit = 0x0e00;

function longBucketOf(units: Uint16Array, from: number, joined: boolean): number {
  return (hashOf(units, from, from + longStart) ^ Number(joined)) & (longBuckets - 1);
}

function mixed(key: number): number {
  const hash = Math.imul(key | 0, 0x9e3779b1);
  return (hash ^ (hash >>> 15)) >>> 0;
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

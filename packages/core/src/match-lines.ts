/** Pairs of lines that may be compared cell by cell, over all of one call. */
const cellBudget = 4_000_000;
const deepest = 64;

interface Range {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
  readonly depth: number;
}

/**
 * Which line of `b` each line of `a` became; -1 where it is gone. Pairs are equal lines, in order.
 * Lines that stand in both texts once are paired first, as a person would; what lies between is
 * looked at the same way, then compared cell by cell as far as the work stays in proportion to the size.
 */
export function matchLines(a: readonly string[], b: readonly string[]): Int32Array {
  return new LineMatcher(a, b).run();
}

class LineMatcher {
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #matches: Int32Array;
  #cells = cellBudget;

  constructor(a: readonly string[], b: readonly string[]) {
    const numbers = new Map<string, number>();
    const numberOf = (line: string) => {
      const known = numbers.get(line);
      if (known !== undefined) return known;
      numbers.set(line, numbers.size);
      return numbers.size - 1;
    };
    this.#a = Int32Array.from(a, numberOf);
    this.#b = Int32Array.from(b, numberOf);
    this.#matches = new Int32Array(a.length).fill(-1);
  }

  run(): Int32Array {
    const start = { aStart: 0, aEnd: this.#a.length, bStart: 0, bEnd: this.#b.length, depth: 0 };
    const ranges: Range[] = [start];
    for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
      const inner = this.#trim(range);
      if (inner.aStart === inner.aEnd || inner.bStart === inner.bEnd) continue;
      const anchors = inner.depth < deepest ? this.#anchors(inner) : [];
      if (anchors.length === 0) this.#compareCells(inner);
      else ranges.push(...this.#split(inner, anchors));
    }
    return this.#matches;
  }

  /** Pairs equal lines at both ends. */
  #trim({ depth, ...range }: Range): Range {
    let { aStart, aEnd, bStart, bEnd } = range;
    while (aStart < aEnd && bStart < bEnd && this.#a[aStart] === this.#b[bStart]) {
      this.#matches[aStart++] = bStart++;
    }
    while (aStart < aEnd && bStart < bEnd && this.#a[aEnd - 1] === this.#b[bEnd - 1]) {
      this.#matches[--aEnd] = --bEnd;
    }
    return { aStart, aEnd, bStart, bEnd, depth };
  }

  /** Lines that stand in both ranges exactly once, the most that keep their order. */
  #anchors(range: Range): [number, number][] {
    const inA = placesOfUnique(this.#a, range.aStart, range.aEnd);
    const inB = placesOfUnique(this.#b, range.bStart, range.bEnd);
    const pairs: [number, number][] = [];
    for (const [line, place] of inA) {
      const other = inB.get(line);
      if (place >= 0 && other !== undefined && other >= 0) pairs.push([place, other]);
    }
    return longestRising(pairs);
  }

  #split(range: Range, anchors: readonly [number, number][]): Range[] {
    const parts: Range[] = [];
    let { aStart, bStart } = range;
    for (const [inA, inB] of anchors) {
      this.#matches[inA] = inB;
      parts.push({ aStart, aEnd: inA, bStart, bEnd: inB, depth: range.depth + 1 });
      aStart = inA + 1;
      bStart = inB + 1;
    }
    parts.push({ ...range, aStart, bStart, depth: range.depth + 1 });
    return parts;
  }

  /** The longest common subsequence, by the table that every textbook has. */
  #compareCells({ aStart, aEnd, bStart, bEnd }: Range): void {
    const rows = aEnd - aStart;
    const width = bEnd - bStart + 1;
    if (rows * width > this.#cells) return;
    this.#cells -= rows * width;
    const lengths = new Uint32Array((rows + 1) * width);
    const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
    for (let row = rows - 1; row >= 0; row--) {
      for (let column = width - 2; column >= 0; column--) {
        lengths[row * width + column] =
          this.#a[aStart + row] === this.#b[bStart + column]
            ? at(row + 1, column + 1) + 1
            : Math.max(at(row + 1, column), at(row, column + 1));
      }
    }
    for (let row = 0, column = 0; row < rows && column < width - 1; ) {
      if (this.#a[aStart + row] === this.#b[bStart + column]) {
        this.#matches[aStart + row++] = bStart + column++;
      } else if (at(row + 1, column) >= at(row, column + 1)) row++;
      else column++;
    }
  }
}

/** Where each line stands; -1 for one that stands there more than once. */
function placesOfUnique(lines: Int32Array, start: number, end: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = start; at < end; at++) {
    const line = lines[at] ?? -1;
    places.set(line, places.has(line) ? -1 : at);
  }
  return places;
}

/** Of pairs that rise in the first number, the most that rise in the second one too. */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, value], position) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[position] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = position;
  });
  const result: [number, number][] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair) result.push(pair);
  }
  return result.reverse();
}

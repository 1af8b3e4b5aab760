export interface RankedPath<P extends string = string> {
  readonly path: P;
  readonly score: number;
  /** How much of the query it holds, from 0 to 1, rare words counting more. */
  readonly share: number;
}

/** Keeps the best of many: by score, then in order of paths. */
export class BestPaths<P extends string> {
  readonly #limit: number;
  /** A heap with the worst on top. */
  readonly #heap: RankedPath<P>[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(path: P, score: number, share: number): void {
    const heap = this.#heap;
    if (heap.length < this.#limit) {
      heap.push({ path, score, share });
      this.#rise(heap.length - 1);
    } else if (heap.length > 0 && isWorse(heap[0]!, path, score)) {
      heap[0] = { path, score, share };
      this.#sink();
    }
  }

  /** What was kept, best first. */
  take(): RankedPath<P>[] {
    return this.#heap.sort((one, other) => (isWorse(one, other.path, other.score) ? 1 : -1));
  }

  #rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorseAt(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(): void {
    let at = 0;
    for (;;) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#heap.length && this.#isWorseAt(child, worst)) worst = child;
      }
      if (worst === at) return;
      this.#swap(at, worst);
      at = worst;
    }
  }

  #isWorseAt(one: number, other: number): boolean {
    const { path, score } = this.#heap[other]!;
    return isWorse(this.#heap[one]!, path, score);
  }

  #swap(one: number, other: number): void {
    const kept = this.#heap[one]!;
    this.#heap[one] = this.#heap[other]!;
    this.#heap[other] = kept;
  }
}

function isWorse(one: RankedPath, path: string, score: number): boolean {
  return one.score < score || (one.score === score && one.path > path);
}

const alwaysMs = 10;
const share = 5;

/**
 * When to look through the directory for what others did. Each time, in a directory of ordinary
 * size; where it takes longer, so often that it takes a sixth of the time at most.
 */
export class ScanTimes {
  #endedAt = Number.NEGATIVE_INFINITY;
  #took = 0;

  isDue(): boolean {
    return this.#took <= alwaysMs || performance.now() - this.#endedAt >= this.#took * share;
  }

  async measure<T>(scan: () => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await scan();
    } finally {
      this.#endedAt = performance.now();
      this.#took = this.#endedAt - started;
    }
  }
}

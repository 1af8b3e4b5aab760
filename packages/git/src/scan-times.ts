/** So many files are looked at in a few milliseconds. */
const alwaysFiles = 2000;
const share = 5;

/**
 * When to look through the directory for what others did. Each time, in a directory of ordinary
 * size; in a larger one so often that it takes a sixth of the time at most.
 */
export class ScanTimes {
  #endedAt = 0;
  #took = 0;
  #files = 0;

  isDue(): boolean {
    if (this.#files <= alwaysFiles) return true;
    return performance.now() - this.#endedAt >= this.#took * share;
  }

  async measure<T>(scan: () => Promise<readonly T[]>): Promise<readonly T[]> {
    const started = performance.now();
    const files = await scan();
    this.#endedAt = performance.now();
    this.#took = this.#endedAt - started;
    this.#files = files.length;
    return files;
  }
}

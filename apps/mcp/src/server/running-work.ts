/** Calls that are under way, so that the program does not end in the middle of one. */
export class RunningWork {
  readonly #running = new Set<Promise<unknown>>();

  /** Runs it, and counts it until it is done. */
  async track<Result>(work: () => Promise<Result>): Promise<Result> {
    const promise = work();
    this.#running.add(promise);
    try {
      return await promise;
    } finally {
      this.#running.delete(promise);
    }
  }

  /** Resolves when nothing runs any more, or after so many milliseconds: false then. */
  async finish(milliseconds: number): Promise<boolean> {
    const deadline = Date.now() + milliseconds;
    while (this.#running.size > 0) {
      const left = deadline - Date.now();
      if (left <= 0) return false;
      await Promise.race([Promise.allSettled(this.#running), sleep(left)]);
    }
    return true;
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

import { Worker } from 'node:worker_threads';
import type { FuzzResult } from './fuzz-target.ts';

export interface RunOptions {
  readonly seed: number;
  readonly milliseconds: number;
  /** A single text that takes longer than this hangs. */
  readonly patience?: number;
}

/** Fuzzes one target in a thread of its own, which can be ended when it hangs. */
export function runTarget(
  name: string,
  { seed, milliseconds, patience = 20_000 }: RunOptions,
): Promise<FuzzResult> {
  const shared = new SharedArrayBuffer(8 + 8_192);
  const progress = new Int32Array(shared, 0, 2);
  const worker = new Worker(new URL('./fuzz-worker.js', import.meta.url), {
    workerData: { name, seed, milliseconds, shared },
  });
  return new Promise((resolve, reject) => {
    let seen = -1;
    const watch = setInterval(() => {
      const now = Atomics.load(progress, 0);
      if (now !== seen) {
        seen = now;
        return;
      }
      const length = Atomics.load(progress, 1);
      const text = new TextDecoder().decode(new Uint8Array(shared, 8, length).slice());
      done(() => resolve({ runs: now, fault: { target: name, what: 'hangs', text } }));
    }, patience);
    const done = (settle: () => void) => {
      clearInterval(watch);
      void worker.terminate();
      settle();
    };
    worker.once('message', (result: FuzzResult) => done(() => resolve(result)));
    worker.once('error', (error) => done(() => reject(error)));
  });
}

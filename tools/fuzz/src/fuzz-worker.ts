import { parentPort, workerData } from 'node:worker_threads';
import { fuzzTarget } from './fuzz-target.ts';
import { negativeControls } from './negative-controls.ts';
import { targets } from './targets.ts';

const { name, seed, milliseconds, shared } = workerData as {
  name: string;
  seed: number;
  milliseconds: number;
  shared: SharedArrayBuffer;
};

// The main thread sees the count stand still when a run never ends, and reads what it was given.
const progress = new Int32Array(shared, 0, 2);
const given = Buffer.from(shared, 8);

const target = [...targets, ...negativeControls].find((one) => one.name === name)!;
const result = await fuzzTarget(target, { seed, milliseconds }, (text) => {
  Atomics.store(progress, 1, given.write(text.slice(0, 2_000)));
  Atomics.add(progress, 0, 1);
});
parentPort!.postMessage(result);

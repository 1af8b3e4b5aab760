// Distils a directory and stands still before one of its storage calls, to be killed there. Only
// calls that change something count: between two of them the disk is the same.
// Arguments: directory, number of the call, `distil` or `undo`.
import { writeSync } from 'node:fs';
import type { Storage } from '@mem/core';
import { createConsolidationLock, createDirectoryStorage } from '@mem/fs-node';
import { runDistillation, undoDistillation } from '../src/index.js';
import { answer, runAt } from './distill-victim-work.js';

const [directory = '', stopAt = '', what] = process.argv.slice(2);
const changing = new Set<unknown>(['write', 'remove', 'checkpoint']);
let calls = 0;

function counted<T extends object>(storage: T): T {
  return new Proxy(storage, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...values: unknown[]) => unknown;
      if (!changing.has(property)) return method;
      return (...values: unknown[]) => {
        calls += 1;
        if (calls === Number(stopAt)) {
          writeSync(1, `standing before ${String(property)} ${String(values[0])}\n`);
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
        }
        return method(...values);
      };
    },
  });
}

const storage: Storage = counted(createDirectoryStorage(directory));
const lock = createConsolidationLock(directory);
if (what === 'undo') await undoDistillation(storage, { lock });
else {
  const model = async () => answer;
  const many = { maxDeletions: 10, maxDeletedShare: 1 };
  await runDistillation(storage, { now: () => runAt, model, lock, force: true, ...many });
}
writeSync(1, `done ${calls}\n`);

import { sweepKills } from '../../../e2e/src/harness/kill-sweep.ts';
import type { Benchmark, Measurement } from '../benchmark.js';
import { victimProgram } from '../places.js';
import { median } from '../statistics.js';

/** What the next call takes, in milliseconds, on the machine of the process that was killed. */
const limit = 500;

const operations = [
  'save of a new entry',
  'update of a body and a description',
  'rename',
  'delete',
];

/** How long the call after a kill takes: it clears the lock and the temporary files of the dead. */
export const afterAKill: Benchmark = {
  name: 'after-a-kill',
  about: 'the next save, when a process was killed at some file call of its own',
  async *run({ quick }) {
    const measurements: Measurement[] = [];
    let worst = 0;
    let faults = 0;
    for (const operation of operations) {
      const { healing, faults: found } = await sweepKills('mem', operation, {
        sides: ['before'],
        stride: quick ? 20 : 3,
        atOnce: 1,
        victim: victimProgram,
      });
      const sorted = healing.toSorted((one, other) => one - other);
      const longest = sorted.at(-1) ?? 0;
      worst = Math.max(worst, longest);
      faults += found.length;
      measurements.push({
        what: `${operation}, ${healing.length} kills`,
        figures: [median(sorted), longest],
      });
    }
    yield {
      title: 'The save after a kill',
      columns: ['median ms', 'longest ms'],
      measurements,
      goals: [{ what: 'the longest of all', measured: worst, limit, unit: 'ms' }],
      notes: faults === 0 ? [] : [`${faults} faults were found: see npm run harness -- kills.`],
    };
  },
};

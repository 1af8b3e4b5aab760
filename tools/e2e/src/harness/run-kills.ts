import { controlFault, type Harness, percentile } from './harness.ts';
import { sweepKills } from './kill-sweep.ts';
import { operationsOf } from './operations.ts';

/** How long the call after a kill may take, in milliseconds, on a machine that does nothing else. */
export const healingLimit = 500;

export const kills: Harness = {
  name: 'kills',
  about: 'kill -9 before and after every file call of every operation',
  async run({ quick }) {
    const dose = { sides: ['before', 'after'], stride: quick ? 7 : 1, atOnce: 2 } as const;
    const faults: string[] = [];
    const healing: number[] = [];
    for (const kind of ['mem', 'git'] as const) {
      for (const operation of operationsOf(kind)) {
        const stride = kind === 'git' ? dose.stride * 4 : dose.stride;
        const report = await sweepKills(kind, operation, { ...dose, stride });
        faults.push(...report.faults);
        healing.push(...report.healing);
      }
    }
    const control = await sweepKills('plain', 'update of a body and a description', {
      ...dose,
      stride: 1,
    });
    const slow = healing.filter((elapsed) => elapsed > healingLimit).length;
    const times = `next call p50 ${percentile(healing, 0.5).toFixed(0)} ms, p99 ${percentile(healing, 0.99).toFixed(0)} ms, ${slow} over ${healingLimit} ms`;
    return {
      summary: `${healing.length} kills: ${faults.length} faults; ${times}; in-place store: ${control.faults.length} faults in ${control.kills} kills`,
      faults: [
        ...faults,
        ...(quick || healing.length >= 400 ? [] : [`only ${healing.length} kills`]),
        ...controlFault(control.faults.length),
      ],
    };
  },
};

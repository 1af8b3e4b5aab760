import { controlFault, type Harness } from './harness.ts';
import { killStorm } from './kill-storm.ts';

export const storm: Harness = {
  name: 'storm',
  about: '8 writers at once, killed again and again: no acknowledged change may be lost',
  async run({ quick }) {
    const wanted = quick ? 40 : 200;
    const ours = await killStorm('mem', wanted);
    const control = await killStorm('plain', Math.min(wanted, 60));
    return {
      summary: `${ours.kills} kills (${ours.inside} inside a change), ${ours.acknowledged} acknowledged changes: ${ours.faults.length} faults; in-place store: ${control.faults.length} faults in ${control.kills} kills`,
      faults: [
        ...ours.faults,
        ...(ours.kills >= wanted ? [] : [`only ${ours.kills} kills`]),
        ...controlFault(control.faults.length),
      ],
    };
  },
};

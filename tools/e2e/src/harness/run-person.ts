import { controlFault, type Harness } from './harness.ts';
import { personAndAgents } from './person-and-agents.ts';

export const person: Harness = {
  name: 'person',
  about: 'a person edits a memory that four agents change without a pause',
  async run({ quick }) {
    const ours = await personAndAgents('mem', quick ? 300 : 2000);
    const control = await personAndAgents('plain', 200);
    const { edits, hidden, replacedInPlace, keptInPlace } = ours;
    const share = (part: number, of: number) =>
      of === 0 ? 'none' : `${((100 * part) / of).toFixed(1)} %`;
    return {
      summary:
        `${edits} edits against ${ours.agentWrites} writes: ${hidden} hidden (${share(hidden, edits)}); ` +
        `in place ${replacedInPlace} replaced, ${keptInPlace} of them in conflicts/ (${share(keptInPlace, replacedInPlace)}), ${ours.trashInPlace} in the trash; ` +
        `${ours.overlooked} edits 5 ms before a write overlooked; ` +
        `in-place store: ${control.hidden} of ${control.edits} hidden`,
      faults: [
        ...(hidden <= edits * 0.02 ? [] : [`more than 2 % of the edits are hidden`]),
        ...(keptInPlace >= replacedInPlace * 0.85
          ? []
          : ['less than 85 % of the replaced edits in place are in conflicts/']),
        ...(ours.overlooked === 0 ? [] : [`${ours.overlooked} edits were overlooked`]),
        ...controlFault(control.hidden - control.edits * 0.02),
      ],
    };
  },
};

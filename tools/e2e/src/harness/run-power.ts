import { controlFault, type Harness } from './harness.ts';
import { cutPower } from './power-loss.ts';

export const power: Harness = {
  name: 'power',
  about: 'a power cut after every call, on a disk that keeps only what it was asked to keep',
  async run() {
    const power = await cutPower('mem', 'power');
    const kill = await cutPower('mem', 'process');
    const plain = await cutPower('plain', 'process');
    return {
      summary:
        `${power.cuts} cuts with durability power: ${power.torn} torn, ${power.lost} lost; ` +
        `${kill.cuts} with process: ${kill.torn} torn (${kill.lost} lose what was acknowledged); ` +
        `in-place store: ${plain.torn} torn, ${plain.lost} lost of ${plain.cuts}`,
      faults: [
        ...power.examples,
        ...power.unhealed,
        ...kill.examples.filter((example) => example.includes('torn')),
        ...kill.unhealed,
        ...controlFault(plain.torn),
        ...controlFault(plain.lost),
      ],
    };
  },
};

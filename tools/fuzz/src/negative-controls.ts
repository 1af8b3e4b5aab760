import type { Target } from './target.ts';

/** Readers with a known fault each: the fuzzer is worth nothing if it does not find them. */
export const negativeControls: readonly Target[] = [
  {
    name: 'control: crash',
    seeds: ['name: a'],
    run: (text) => {
      if (text.includes('__proto__')) throw new TypeError('fell over a key');
    },
  },
  {
    name: 'control: quadratic',
    seeds: ['a\n\nb'],
    run: (text) => /(?:\s|-)+$/.test(`${text}x`),
  },
  {
    name: 'control: hang',
    seeds: ['a'],
    run: (text) => {
      while (text.includes('漢字'));
    },
  },
];

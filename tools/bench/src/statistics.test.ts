import { expect, it } from 'vitest';
import { median, percentile } from './statistics.js';

it('takes the middle of unsorted values', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(percentile([4, 3, 2, 1], 99)).toBe(4);
});

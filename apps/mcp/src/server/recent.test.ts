import { expect, test } from 'vitest';
import { recent } from './recent.js';

test('looks again when the answer has become old, not before', async () => {
  let time = 0;
  let looks = 0;
  const look = recent(
    1_000,
    async () => ++looks,
    () => time,
  );
  expect([await look(), await look()]).toEqual([1, 1]);
  time = 999;
  expect(await look()).toBe(1);
  time = 1_000;
  expect(await look()).toBe(2);
});

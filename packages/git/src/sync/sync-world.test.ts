import { readFileSync } from 'node:fs';
import { MemoryError } from '@mem/core';
import { expect, test } from 'vitest';
import { withoutObstacle } from './sync-world.js';

test('a failure of a file of the repository is one of ours, without a path of the host', async () => {
  const failing = withoutObstacle(async () => readFileSync('/somewhere/of/mine/.git/mem/x'));
  await expect(failing).rejects.toBeInstanceOf(MemoryError);
  await expect(failing).rejects.toMatchObject({ code: 'STORAGE' });
  await expect(failing).rejects.not.toThrow(/somewhere/);
});

test('what is an error of ours already, or a fault, stays what it is', async () => {
  const refused = new MemoryError('REFUSED', 'no');
  const fault = new TypeError('x is not a function');
  for (const error of [refused, fault]) {
    await expect(withoutObstacle(() => Promise.reject(error))).rejects.toBe(error);
  }
});

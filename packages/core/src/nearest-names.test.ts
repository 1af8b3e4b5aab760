import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldName } from './fold.js';
import { nearestNames } from './nearest-names.js';

/** The textbook table, without bounds. */
function plainDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : row)),
  );
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const replaced = table[row - 1]![column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      table[row]![column] = Math.min(
        ...[replaced, table[row - 1]![column]! + 1, table[row]![column - 1]! + 1],
      );
    }
  }
  return table[a.length]![b.length]!;
}

test('finds names that differ in up to six letters, or a third of them', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'b', 'c', '長'),
    minLength: 1,
    maxLength: 24,
  });
  fc.assert(
    fc.property(word, word, (target, name) => {
      const [a, b] = [foldName(target), foldName(name)];
      const limit = Math.min(6, Math.max(1, Math.floor(Math.max(a.length, b.length) / 3)));
      const isNear = plainDistance(a, b) <= limit || (a.length >= 2 && b.includes(a));
      expect(nearestNames(target, [{ path: `${name}.md`, name }])).toEqual(isNear ? [name] : []);
    }),
    { numRuns: 3_000 },
  );
});

test('puts the nearest first, and names that only hold the word last', () => {
  const names = ['queue-names-of-the-office', 'queue-names', 'queue-nam', 'unrelated'];
  const entries = names.map((name) => ({ path: `${name}.md`, name }));
  expect(nearestNames('queue-name', entries)).toEqual([
    ...['queue-nam', 'queue-names', 'queue-names-of-the-office'],
  ]);
});

test('costs little among 10,000', () => {
  const many = Array.from({ length: 10_000 }, (_, number) => ({
    path: `feedback_entry_number_${number}.md`,
    name: `Feedback entry number ${number} about deployment of things`,
  }));
  const start = performance.now();
  const near = nearestNames('Feedback entry numer 77 about deployment of things', many);
  expect(performance.now() - start).toBeLessThan(2_000);
  expect(near[0]).toBe('Feedback entry number 77 about deployment of things');
});

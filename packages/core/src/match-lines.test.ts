import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchLines } from './match-lines.js';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', ''), { maxLength: 30 });

/** The length of the longest common subsequence, straight from its definition. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  const lengths = Array.from({ length: a.length + 1 }, () =>
    new Array<number>(b.length + 1).fill(0),
  );
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i] ?? [];
      row[j] =
        a[i] === b[j]
          ? (lengths[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(lengths[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths[0]?.[0] ?? 0;
}

test('pairs are equal lines in order, none twice', () => {
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const matches = [...matchLines(a, b)];
      let last = -1;
      for (const [at, match] of matches.entries()) {
        if (match < 0) continue;
        expect(b[match]).toBe(a[at]);
        expect(match).toBeGreaterThan(last);
        last = match;
      }
    }),
  );
});

test('where no line is unique, as many pairs as there can be', () => {
  const twice = lines.map((list) => list.flatMap((line) => [line, line]));
  fc.assert(
    fc.property(twice, twice, (a, b) => {
      const all = ['a', 'b', 'c', 'd', 'e', ''].flatMap((line) => [line, line]);
      const [one, other] = [
        [...all, 'x', ...a],
        [...b, 'y', ...all],
      ];
      const found = [...matchLines(one, other)].filter((match) => match >= 0).length;
      expect(found).toBe(longestCommon(one, other));
    }),
    { numRuns: 50 },
  );
});

test.each([
  ['the same line everywhere', () => 'x', () => 'x'],
  ['two lines in turn', (at: number) => `${at % 2}`, (at: number) => `${at % 3}`],
  ['turned around', (at: number) => `${at}`, (at: number) => `${-at}`],
  [
    'shuffled',
    (at: number) => `${(at * 7919) % 50021}`,
    (at: number) => `${(at * 104729) % 50021}`,
  ],
])('100,000 lines: %s', (_, one, other) => {
  const started = performance.now();
  matchLines(
    Array.from({ length: 100_000 }, (_, at) => one(at)),
    ['first', ...Array.from({ length: 100_000 }, (_, at) => other(at))],
  );
  expect(performance.now() - started).toBeLessThan(5000);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderContext } from './render-context.js';
import { stripContext } from './strip-context.js';

const block = renderContext([{ path: 'a.md', name: 'a', body: 'kept before' }]).text;

test('takes every block out and leaves the rest as it is', () => {
  expect(stripContext(`Hello\n\n${block}\nDo it.\n${block}`)).toBe('Hello\n\n\nDo it.\n');
  expect(stripContext('no block\r\n')).toBe('no block\r\n');
});

test('takes out a block whose end was cut off', () => {
  expect(stripContext(`Hello\n${block.slice(0, -30)}`)).toBe('Hello\n');
});

test('what stood around a block does not grow together into another one', () => {
  const split =
    '<mem-con|text format="xml">|<mem-context format="|xml">|secret|</mem-context>|x|\n';
  const pieces = fc.constantFrom(...split.split('|'), block);
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const stripped = stripContext(parts.join(''));
      expect(stripped).not.toMatch(/<mem-context format="(?:markdown|xml|index)">/);
      expect(stripContext(stripped)).toBe(stripped);
    }),
    { numRuns: 3000 },
  );
});

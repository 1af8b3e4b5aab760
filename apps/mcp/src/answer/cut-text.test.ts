import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfPiece, shorten } from './cut-text.js';

const text = fc.string({ unit: 'binary', maxLength: 3_000 });

test('pieces fit, move on, cut no character in two, and make up the whole', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 20, max: 500 }), (whole, chars) => {
      let read = '';
      for (let at = 0; at < whole.length; ) {
        const end = endOfPiece(whole, at, chars);
        const piece = whole.slice(at, end);
        expect(end).toBeGreaterThan(at);
        expect(JSON.stringify(piece).length).toBeLessThanOrEqual(chars);
        expect(piece.isWellFormed()).toBe(true);
        read += piece;
        at = end;
      }
      expect(read).toBe(whole);
    }),
  );
});

test('a shortened text is within the limit, says that it is cut, and is well formed', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 100 }), (whole, limit) => {
      const short = shorten(whole, limit);
      expect(short.length).toBeLessThanOrEqual(limit);
      expect(short.isWellFormed()).toBe(true);
      if (whole.length <= limit) expect(short).toBe(whole);
      else expect(short.endsWith('…')).toBe(true);
    }),
  );
});

test('a piece ends at a line end where one is near', () => {
  const lines = 'one two three\n'.repeat(50);
  const end = endOfPiece(lines, 0, 200);
  expect(lines[end - 1]).toBe('\n');
});

test('a megabyte of quotes is cut in a moment', () => {
  const before = performance.now();
  expect(endOfPiece('"'.repeat(1_000_000), 0, 4_000)).toBeLessThan(2_000);
  expect(performance.now() - before).toBeLessThan(200);
});

import { expect, test } from 'vitest';
import { indexFixture as fixture } from '../../test/index-fixture.js';
import { cutIndex } from './cut-index.js';
import { maxIndexBytes, maxIndexLines, measureIndex } from './measure-index.js';

test('counts lines and bytes of real indexes', () => {
  expect(measureIndex(fixture('h19-index-over-200-lines'))).toEqual({ lines: 232, bytes: 8763 });
  expect(measureIndex(fixture('h20-index-over-25kb-in-bytes'))).toEqual({
    lines: 122,
    bytes: 28474,
  });
});

test.each([
  ['', 0, 0],
  ['a', 1, 1],
  ['a\n', 1, 2],
  ['a\n\n', 2, 3],
  ['長\r\n', 1, 5],
  ['<!-- note\nto self -->\na\n', 1, 2],
  ['---\nkey: x\n---\na\n', 1, 2],
  ['```\n<!-- shown -->\n```\n', 3, 23],
  ['- a <!-- in a line -->\n', 1, 23],
])('%j has %i lines and %i bytes for the loader', (text, lines, bytes) => {
  expect(measureIndex(text)).toEqual({ lines, bytes });
});

test('24,000 Chinese characters are over the limit, 24,000 letters are not', () => {
  expect(measureIndex('长'.repeat(24_000)).bytes).toBe(72_000);
  expect(measureIndex('a'.repeat(24_000)).bytes).toBeLessThan(maxIndexBytes);
});

test('leaves an index within the limits alone', () => {
  const text = '- [a](a.md)\n'.repeat(maxIndexLines);
  expect(cutIndex(text)).toEqual({ text, cutLines: 0, unseen: [] });
});

test('cuts by lines and says so in the last line', () => {
  const cut = cutIndex(fixture('h19-index-over-200-lines'));
  const lines = cut.text.split('\n');
  expect(lines).toHaveLength(maxIndexLines + 2);
  expect(lines[199]).toContain('rule_198.md');
  expect(lines[200]).toContain('32 of 232 lines');
  expect([cut.cutLines, cut.unseen.length, cut.unseen[0]]).toEqual([32, 32, 'rule_199.md']);
});

test('cuts by bytes at a line end', () => {
  const text = fixture('h20-index-over-25kb-in-bytes');
  const cut = cutIndex(text);
  const shown = cut.text.slice(0, cut.text.lastIndexOf('[Cut here'));
  expect(text.startsWith(shown)).toBe(true);
  expect(shown.endsWith('\n')).toBe(true);
  expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(maxIndexBytes);
  expect(Buffer.byteLength(shown)).toBeGreaterThan(maxIndexBytes - 300);
  expect(cut.unseen).toEqual(
    Array.from({ length: cut.cutLines }, (_, at) => `item_${121 - cut.cutLines + at}.md`),
  );
});

test('cuts a single line that is too long inside, at a character', () => {
  const cut = cutIndex(`- [a](a.md) ${'𠮷'.repeat(10_000)} [b](b.md)\n`);
  expect(cut.text.isWellFormed()).toBe(true);
  expect(Buffer.byteLength(cut.text)).toBeLessThan(maxIndexBytes + 300);
  expect(cut.unseen).toEqual(['b.md']);
});

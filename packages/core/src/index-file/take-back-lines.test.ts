import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { takeBackLines } from './take-back-lines.js';

const gamma = '- [gamma](gamma.md) — my own hook\n  - a nested hand-written note\n';

test.each([
  ['the end', 'X\n'],
  ['the start', ''],
])('lines come back where they were when a hand wrote at %s', (_, tail) => {
  const [head, rest] = ['# M\n\n', '- tail\n'];
  const start = tail === '' ? 'Y\n' : '';
  const result = takeBackLines(head + gamma + rest, head + rest, start + head + rest + tail);
  expect(result).toEqual({ text: start + head + gamma + rest + tail, missing: [] });
});

test.each([
  ['the line above was edited', '- [a](a.md) — x\n', '- [a](a.md) — y\n', '- z\n', '- z\n'],
  ['the line below was edited', '- a\n', '- a\n', '- [z](z.md)\n', '- [z](z.md) — y\n'],
  ['both were edited', '- a\n', '- a b\n', '- z\n', '- z b\n'],
  ['the item above has a child now', '- a\n', '- a\n  - child\n', '- z\n', '- z\n'],
])('lines come back in their place although %s', (_, above, aboveNow, below, belowNow) => {
  const result = takeBackLines(above + gamma + below, above + below, aboveNow + belowNow);
  expect(result.text).toBe(aboveNow + gamma + belowNow);
});

describe('a line that the change added', () => {
  const before = '# M\n- [b](b.md)\n';
  const left = `${before}- [a](a.md) — d\n`;

  test('goes, and nothing else', () => {
    expect(takeBackLines(before, left, `x\n${left}by hand\n`).text).toBe(`x\n${before}by hand\n`);
  });

  test('stays when a hand wrote below it', () => {
    const now = `${left}  - nested by hand\n`;
    expect(takeBackLines(before, left, now).text).toBe(now);
  });

  test('takes back the line end that it brought', () => {
    const added = 'prose\n\n- [a](a.md)\n';
    expect(takeBackLines('prose', added, `# New\n${added}`).text).toBe('# New\nprose');
  });
});

test('of a line edited twice only the edit of the change is taken back', () => {
  const [before, left] = ['- [a](a.md) — d\n- [c](c.md)\n', '- [z](z.md) — d\n- [c](c.md)\n'];
  expect(takeBackLines(before, left, '- [z](z.md) — my words\n- [c](c.md)\n').text).toBe(
    '- [a](a.md) — my words\n- [c](c.md)\n',
  );
  const other = '- my words alone\n- [c](c.md)\n';
  expect(takeBackLines(before, left, other).text).toBe(other);
});

test('an entry that was listed by hand since is not listed twice', () => {
  const now = '- [gamma](gamma.md) — again\n';
  const missing = gamma.trimEnd().split('\n');
  expect(takeBackLines(gamma, '', now)).toEqual({ text: now, missing });
});

const anyLines = fc
  .array(fc.constantFrom('a', 'b', '- c', '  - d', '', '- [e](e.md)'), { maxLength: 12 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

test('without later edits all is as it was; with others every line of theirs stays', () => {
  fc.assert(
    fc.property(anyLines, anyLines, anyLines, (before, left, more) => {
      expect(takeBackLines(before, left, left).text).toBe(before);
      const theirs = more.replace(/(.)$/gm, '$1!').replaceAll('.md', '-theirs.md');
      const { text } = takeBackLines(before, left, left + theirs);
      const lines = text.split('\n');
      for (const line of theirs.split('\n')) expect(lines).toContain(line);
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileNameFor } from '../name.js';
import { writeLinkTarget } from './link-target.js';
import { parseIndex } from './parse-index.js';
import { renderIndex } from './render-index.js';
import { maxLineLength, oneLine, renderIndexLine } from './render-index-line.js';

test.each([
  [{ path: 'a.md', name: 'A', description: 'b' }, '- [A](a.md) — b'],
  [{ path: 'a.md', name: 'A' }, '- [A](a.md)'],
  [{ path: 'a.md', name: 'A', description: ' \n' }, '- [A](a.md)'],
  [{ path: 'a.md', name: '' }, '- [a](a.md)'],
  [
    { path: '冻结期.md', name: '冻结期', description: '3月5日起' },
    '- [冻结期](冻结期.md) — 3月5日起',
  ],
  [
    { path: 'user_role.md', name: 'user_role', description: 'a_b' },
    '- [user_role](user_role.md) — a_b',
  ],
  [{ path: 'a b (1).md', name: 'x' }, '- [x](a%20b%20%281%29.md)'],
  [{ path: 'report:gap.md', name: 'x' }, '- [x](report%3Agap.md)'],
  [{ path: '100%.md', name: 'x' }, '- [x](100%25.md)'],
  [{ path: 'a.md', name: '[x](y.md) — z' }, '- [&#91;x&#93;(y.md) — z](a.md)'],
  [
    { path: 'a.md', name: 'A', description: '[WIP] use `npm test`' },
    '- [A](a.md) — [WIP] use `npm test`',
  ],
  [{ path: 'a.md', name: 'A', description: 'see [x](y.md)' }, '- [A](a.md) — see [x]\\(y.md)'],
  [
    { path: 'a.md', name: 'A', description: 'first\r\n- [x](y.md)' },
    '- [A](a.md) — first - [x]\\(y.md)',
  ],
  [
    { path: 'a.md', name: 'A', description: '<!-- hidden -->' },
    '- [A](a.md) — \\<\\!-- hidden --\\>',
  ],
  [{ path: 'a.md', name: 'A', description: 'C:\\dir and AT&T' }, '- [A](a.md) — C:\\dir and AT&T'],
  [{ path: 'a.md', name: 'A\u202egpj', description: 'x\u2066y' }, '- [Agpj](a.md) — xy'],
])('%j is %s', (entry, line) => {
  expect(renderIndexLine(entry)).toBe(line);
});

describe('length', () => {
  const words = 'word '.repeat(60).trim();

  test('the description is cut at a word', () => {
    const line = renderIndexLine({ path: 'a.md', name: 'A', description: words });
    expect(line).toMatch(/ word…$/);
    expect(line.length).toBeLessThanOrEqual(maxLineLength);
    expect(line.length).toBeGreaterThan(maxLineLength - 6);
  });

  test('Chinese is cut at a character, an emoji stays whole', () => {
    const text = '细节写得很长'.repeat(40);
    const line = renderIndexLine({ path: 'a.md', name: 'A', description: text });
    expect(line).toHaveLength(maxLineLength);
    for (let shift = 0; shift < 8; shift++) {
      const description = 'x'.repeat(shift) + '👩‍👩‍👧'.repeat(40);
      const hook = parseIndex(renderIndexLine({ path: 'a.md', name: 'A', description })).links[0]!
        .hook;
      expect(hook).toMatch(/^x*(?:👩‍👩‍👧)+…$/u);
    }
  });

  test('the name is cut when it is too long itself', () => {
    const line = renderIndexLine({ path: 'a.md', name: words, description: 'x' });
    expect(line).toMatch(/ word…\]\(a\.md\)$/);
    expect(line.length).toBeLessThanOrEqual(maxLineLength);
  });

  test('only a path that is too long by itself makes a longer line', () => {
    const path = `${'p'.repeat(200)}.md`;
    expect(renderIndexLine({ path, name: 'A name', description: 'x' })).toBe(`- […](${path})`);
  });

  test('the bullet counts', () => {
    const line = renderIndexLine({ path: 'a.md', name: 'A', description: words }, '        10. ');
    expect(line).toMatch(/^ {8}10\. \[A\]/);
    expect(line.length).toBeLessThanOrEqual(maxLineLength);
  });
});

const breaking = fc.constantFrom(
  ...['\n', '\r\n', '\u2028', '\0', '\t', '[', ']', '](', '](x.md)', '[a](b.md)', '![', '`', '``'],
  ...['<!--', '-->', '<b>', '<https://x.y>', '&#93;', '&amp;', '\\', '\\[', '\\\\', '*', '**', '_'],
  ...[
    '~~',
    '\u202e',
    '\u2069',
    '\ufeff',
    '\ud800',
    '👩‍👩‍👧',
    'e\u0301',
    '\u0301',
    '長',
    ' — ',
    '…',
    '|',
    '#',
  ],
);
const hostile = fc.oneof(
  fc
    .array(fc.oneof(breaking, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 12 })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.tuple(breaking, fc.integer({ min: 1, max: 120 })).map(([part, times]) => part.repeat(times)),
);

test('20,000 names and descriptions: one line, one link, read back', () => {
  fc.assert(
    fc.property(hostile, hostile, (name, description) => {
      const path = fileNameFor(name, []);
      const line = renderIndexLine({ path, name, description });
      if (/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(line)) expect.fail('controls');
      if (line.length > maxLineLength || !line.isWellFormed()) expect.fail('length');
      // By a reader that knows Markdown, and by one that only knows a pattern.
      const links = parseIndex(`# Index\n\n${line}\n- [other](other.md)\n`).links;
      const simple = [...line.matchAll(/\[([^\]]*)\]\(([^)]*)\)/g)].map((match) => match[2]);
      expect([links.map((link) => link.path), simple]).toEqual([[path, 'other.md'], [path]]);
      expectSame(links[0]!.title, oneLine(name), path.slice(0, -3));
      expectSame(links[0]!.hook, oneLine(description), '');
    }),
    { numRuns: 20_000, endOnFailure: true },
  );
});

/** Whole, or cut with `…`; or, where the text is empty or finds no room, the other one. */
function expectSame(read: string, text: string, other: string): void {
  if (read === text || read === other) return;
  if (!read.endsWith('…') || !text.startsWith(read.slice(0, -1))) expect(read).toBe(text);
}

test('any path reads back', () => {
  const segment = fc
    .oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), hostile)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no file can have them
    .map((text) => text.toWellFormed().replace(/[\u0000-\u001f\u007f/\\]/g, ''))
    .filter((text) => text !== '' && text !== '.' && text !== '..');
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 3 }), (segments) => {
      const path = `${segments.join('/')}.md`;
      const line = renderIndexLine({ path, name: 'x' });
      expect(parseIndex(line).links.map((link) => link.path)).toEqual([path]);
    }),
    { numRuns: 5_000, endOnFailure: true },
  );
});

test('targets stay readable', () => {
  expect(writeLinkTarget('feedback_真实数据库.md')).toBe('feedback_真实数据库.md');
});

test('a whole index is sorted by path', () => {
  const entries = ['b', 'a', 'B'].map((name) => ({ path: `${name}.md`, name }));
  expect(renderIndex(entries, '\r\n')).toBe('- [B](B.md)\r\n- [a](a.md)\r\n- [b](b.md)\r\n');
  expect(renderIndex([])).toBe('');
});

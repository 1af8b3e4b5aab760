import { storagePath } from '@mem/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { followIndex } from '../../src/merge/follow-index.js';
import { mergeIndex } from '../../src/merge/merge-index.js';
import { unionLines } from '../../src/merge/union-lines.js';

test('lines of both sides come together at their places', () => {
  const base = '# Memory\n\n- [A](a.md) — a\n- [B](b.md) — b\n\n## Other\n\n- [C](c.md)\n';
  const ours = base.replace('- [B](b.md) — b', '- [B](b.md) — curated');
  const theirs = base
    .replace('- [A](a.md) — a\n', '')
    .replace('- [C](c.md)\n', '- [C](c.md)\n- [D](d.md)\n');
  expect(unionLines(base, ours, theirs)).toBe(
    '# Memory\n\n- [B](b.md) — curated\n\n## Other\n\n- [C](c.md)\n- [D](d.md)\n',
  );
});

test('an entry that both sides listed has one line, ours', () => {
  expect(
    unionLines('', '- [N](n.md) — ours\n', '- [N](n.md) — theirs\n  wrapped\n- [M](m.md)\n'),
  ).toBe('- [N](n.md) — ours\n- [M](m.md)\n');
});

test('blank lines stay between the paragraphs of both', () => {
  const base = '- [A](a.md) — a\n';
  const block = (who: string) => `# Title ${who}\n\nIntro ${who}\n\n`;
  expect(unionLines(base, block('b') + base, block('a') + base)).toBe(
    block('a') + block('b') + base,
  );
  // What both put in stands there once, with its blank lines.
  expect(unionLines(base, block('a') + base, block('a') + base)).toBe(block('a') + base);
  expect(unionLines('', block('a'), `${block('a')}More\n\n`)).toBe(`${block('a')}More\n\n`);
});

test.each([
  ['after a line that the other put in', 'Intro\nby a\n\nEnd\n', 'Intro\n\nby b\n\nEnd\n'],
  ['before one', 'Intro\n\nby a\n\nEnd\n', 'Intro\nby b\n\nEnd\n'],
  ['at the end', 'Intro\n\nEnd\nby a\n', 'Intro\n\nEnd\n\nby b\n'],
])('a paragraph stays one, %s', (_, ours, theirs) => {
  const text = unionLines('Intro\n\nEnd\n', ours, theirs);
  expect(text).toMatch(/by a\n\n+(?:End\n\n?)?by b|by b\n\n+(?:End\n\n?)?by a/);
});

test('what one side put next to a line stays there, and lists stay together', () => {
  const base = '# Work\n\n- [A](a.md)\n\nEnd\n';
  expect(
    unionLines(base, base.replace('End', 'The end'), base.replace('(a.md)', '(a.md)\n- [B](b.md)')),
  ).toBe('# Work\n\n- [A](a.md)\n- [B](b.md)\n\nThe end\n');
  const both = ['c', 'd'].map((name) => base.replace('(a.md)', `(a.md)\n- [${name}](${name}.md)`));
  expect(unionLines(base, both[0] ?? '', both[1] ?? '')).toBe(
    '# Work\n\n- [A](a.md)\n- [d](d.md)\n- [c](c.md)\n\nEnd\n',
  );
  expect(
    unionLines(base, base.replace('End', 'End.'), base.replace('# Work\n', '# Work\nMine.\n')),
  ).toBe('# Work\nMine.\n\n- [A](a.md)\n\nEnd.\n');
});

test('byte order mark, line ends and what only one side did stay byte for byte', () => {
  const line = fc.constantFrom(
    '- [A](a.md)',
    '- [B](b.md) — b',
    '',
    '# H',
    'prose',
    '```',
    '| a |',
  );
  const text = fc
    .tuple(fc.array(line), fc.boolean())
    .map(([lines, bom]) => (bom ? '\ufeff' : '') + lines.map((one) => `${one}\r\n`).join(''));
  fc.assert(fc.property(text, text, (base, ours) => unionLines(base, ours, base) === ours));
});

test('the index lists what exists, and leaves alone what nobody listed', () => {
  const [a, b, c] = ['a.md', 'b.md', 'c.md'].map((path) => storagePath(path));
  const file = (name: string) =>
    new TextEncoder().encode(`---\nname: ${name}\ndescription: d\n---\n`);
  const has =
    (...paths: (typeof a)[]) =>
    (path: typeof a) =>
      paths.includes(path);
  const text = mergeIndex(
    [
      { text: '- [a](a.md) — d\n', has: has(a, c) },
      { text: '', has: has(c) },
      { text: '- [a](a.md) — d\n- [b](b.md) — d\n- [gone](old.md)\n', has: has(a, b, c) },
    ],
    {
      paths: [a, b, c].filter((path) => path !== undefined),
      after: (path) => file(path.slice(0, 1)),
      before: () => undefined,
    },
  );
  expect(text).toContain('(a.md)');
  expect(text).toContain('(b.md)');
  expect(text).not.toContain('(c.md)');
  expect(text).toContain('(old.md)');
});

test('a hook that was the description follows it, a curated one stays', () => {
  const change = (description: string, previousDescription: string) => ({
    path: storagePath('a.md'),
    entry: { path: 'a.md', name: 'a', description, previousDescription },
    isListed: true,
  });
  expect(followIndex('- [a](a.md) — old\n', [change('new', 'old')])).toBe('- [a](a.md) — new\n');
  expect(followIndex('- [a](a.md) — mine\n', [change('new', 'old')])).toBe('- [a](a.md) — mine\n');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addIndexLine, insertLines } from './add-index-line.js';
import { cutIndex, cutParsedIndex } from './cut-index.js';
import { loaderLines } from './loader-view.js';
import { measureIndex, utf8Length } from './measure-index.js';
import { parseIndex } from './parse-index.js';
import { addLineToPlain, readPlainIndex } from './plain-index.js';
import { renderIndexLine } from './render-index-line.js';
import { samePath } from './same-path.js';

const piece = fc.constantFrom(
  ...[
    'release',
    'Übung',
    '部署',
    '1',
    'é',
    'e\u0301',
    '_a_',
    '*b*',
    '#',
    '- ',
    '---',
    '===',
    '!',
    ':',
  ],
  ...[
    '(x)',
    '"q"',
    ' — ',
    '…',
    '~~~',
    '$',
    '{%',
    'http://a.b/c.md',
    '\t',
    '  ',
    '😀',
    '--',
    '+',
    '=',
  ],
  ...['[', ']', '`', '<', '>', '&amp;', '|', '\\', '\r', '\u2028', '\ufeff', '<!-- x -->'],
);
const words = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
const path = fc
  .array(fc.constantFrom('a', 'b', 'é', 'e\u0301', '部', '_', '-', '.', '/', '%20', ' '), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => `${parts.join('')}.md`);
const rendered = fc
  .record({ path, name: words, description: fc.option(words, { nil: undefined }) })
  .map((entry) => `${renderIndexLine(entry)}\n`);
const written = fc
  .tuple(words, path, words)
  .map(([title, target, hook]) => `- [${title}](${target}) — ${hook}\n`);
const simple = fc
  .tuple(fc.constantFrom('One', '两', 'x y'), path, fc.constantFrom('hook', '---', '1. z'))
  .map(([title, target, hook]) => `- [${title}](${target}) — ${hook}\n`);
const index = fc
  .array(fc.oneof(rendered, written, simple, simple, simple, simple), {
    minLength: 1,
    maxLength: 8,
  })
  .map((lines) => lines.join(''));
const types = ['user', 'project', undefined];
const typeOf = (at: string) => types[at.length % 3];

test('what is taken for plain reads the same when it is taken apart as Markdown', () => {
  let plainOnes = 0;
  fc.assert(
    fc.property(index, path, fc.constantFrom(...types), (text, added, type) => {
      const plain = readPlainIndex(text);
      if (plain === undefined) return;
      plainOnes++;
      const parsed = parseIndex(text);
      expect(parsed.links.map((link) => link.path)).toEqual(plain.paths);
      expect(parsed.links.every((link, at) => link.own && link.line === at + 1)).toBe(true);
      expect(parsed.lines.map((line) => line.start)).toEqual(plain.starts);
      const loaded = loaderLines(parsed).map((line) => line.text + line.end);
      expect(measureIndex(text)).toEqual({
        lines: loaded.length,
        bytes: utf8Length(loaded.join('')),
      });
      if (parsed.links.some((link) => samePath(link.path, added))) return;
      const entry = { path: added, name: 'New', description: 'Something new', type };
      const { text: expected, lines } = insertLines(parsed, [entry], typeOf);
      expect(addIndexLine(text, entry, typeOf)).toEqual({ text: expected, line: lines[0] });
    }),
    { numRuns: 5_000 },
  );
  expect(plainOnes).toBeGreaterThan(200);
});

test('a plain index is cut as one that is taken apart', () => {
  const names = ['a', 'é', 'e\u0301', 'b'];
  const line = fc
    .tuple(fc.nat(400), fc.constantFrom(...names), fc.nat(200))
    .map(([number, name, length]) => `- [x](${name}${number}.md) — ${'ü'.repeat(length)}\n`);
  fc.assert(
    fc.property(fc.array(line, { minLength: 150, maxLength: 400 }), (lines) => {
      const text = lines.join('');
      expect(readPlainIndex(text)).toBeDefined();
      expect(cutIndex(text)).toEqual(cutParsedIndex(parseIndex(text)));
    }),
    { numRuns: 40 },
  );
  const long = `- [x](a.md) — ${'x'.repeat(30_000)}\n- [y](b.md)\n`;
  expect(cutIndex(long)).toEqual(cutParsedIndex(parseIndex(long)));
});

test('what is remembered of a long index with one more line is what it says', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => `- [Fact ${at}](fact_${at}.md) — ${'x'.repeat(90)}\n`);
  const text = lines(120).join('');
  const line = fc.constantFrom('- [New](new.md) — ✓', '- [New](a/b.md)', '- *New*', '', '# x');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 120 }), line, (before, added) => {
      const changed = addLineToPlain(text, readPlainIndex(text)!, before, added);
      const parts = lines(120);
      parts.splice(before, 0, `${added}\n`);
      expect(changed).toBe(parts.join(''));
      const remembered = readPlainIndex(changed);
      readPlainIndex(lines(130).join(''));
      expect(remembered).toEqual(readPlainIndex(changed));
    }),
  );
});

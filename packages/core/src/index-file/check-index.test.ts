import { expect, test } from 'vitest';
import { indexFixture } from '../../test/index-fixture.js';
import { checkIndex } from './check-index.js';
import { parseIndex } from './parse-index.js';

function found(text: string | undefined, ...paths: string[]): string[] {
  const files = paths.map((path) => ({ path, description: 'described' }));
  return checkIndex(text, files).map(
    ({ kind, path, line }) => `${kind} ${path}${line ? ` ${line}` : ''}`,
  );
}

test.each([
  ...['h01-current-nested-metadata', 'h07-chinese-directory', 'h10-crlf-and-bom'],
  ...['h14-index-with-sections-and-prose', 'h15-index-is-the-memory', 'h16-index-line-dialects'],
  ...[
    'h17-index-wrapped-bullets',
    'h21-index-comments-and-tables',
    'h22-subfolders-and-daily-logs',
  ],
  ...['h24-wiki-links-and-lookup', 'h25-same-name-twice', 'h27-blanked-headers'],
])('no false alarm for %s', (name) => {
  const text = indexFixture(name);
  expect(found(text, ...new Set(parseIndex(text).links.map((link) => link.path)))).toEqual([]);
});

test('index and entries disagree', () => {
  const text = indexFixture('h18-dangling-unindexed-duplicate');
  expect(found(text, 'here.md', 'forgotten.md', 'twice.md')).toEqual([
    ...['index-duplicate twice.md 4', 'index-dangling private-notes.md 2'],
    'index-unindexed forgotten.md',
  ]);
});

test.each([
  [
    'h19-index-over-200-lines',
    'index-over-lines MEMORY.md',
    '32 entries not seen at start: rule_199.md',
  ],
  ['h20-index-over-25kb-in-bytes', 'index-over-bytes MEMORY.md', 'not seen at start: item_106.md'],
])('%s is over its limit, and nothing else', (name, problem, words) => {
  const text = indexFixture(name);
  const paths = parseIndex(text).links.map((link) => link.path);
  expect(found(text, ...paths)).toEqual([problem]);
  expect(checkIndex(text, [])[0]!.kind).not.toBe(undefined);
  expect(
    checkIndex(
      text,
      paths.map((path) => ({ path })),
    )[0]!.message,
  ).toContain(words);
});

test.each([
  [undefined, ['a.md'], ['index-missing MEMORY.md']],
  [undefined, [], []],
  ['', ['a.md'], ['index-unindexed a.md']],
  ['- [a](a.md)\n- [a](a.md#two)\n', ['a.md'], []],
  ['- [a](a.md)\n  - [more](a.md)\n', ['a.md'], []],
  ['- see [a](a.md)\n- [a](a.md)\n', ['a.md'], []],
  ['- [a](a.md)\n\n| [a](a.md) |\n|---|\n', ['a.md'], []],
  ['- [log](logs/x.md)\n- [other](sub/MEMORY.md)\n', [], []],
  ['- [cafe](cafe\u0301.md)\n', ['caf\u00e9.md'], []],
  ['- [a](a.md)\n'.repeat(3), ['a.md'], ['index-duplicate a.md 2']],
  ['- x\n'.repeat(160), [], []],
  ['- x\n'.repeat(161), [], []],
  ['- x\n'.repeat(200), [], []],
  ['- x\n'.repeat(201), [], ['index-over-lines MEMORY.md']],
  ['长'.repeat(8_000), [], []],
  ['长'.repeat(9_000), [], ['index-over-bytes MEMORY.md']],
  [`- [a](a.md) — ${'x'.repeat(200)}\n`, ['a.md'], []],
  [
    '<<<<<<< HEAD\n- [a](a.md)\n=======\n- [a](a.md) — x\n>>>>>>> b\n',
    ['a.md'],
    ['index-conflict-markers MEMORY.md 1'],
  ],
  ['```\n<<<<<<< HEAD\n=======\n>>>>>>> b\n```\n', [], []],
])('%j with %j has %j', (text, paths, problems) => {
  expect(found(text, ...paths)).toEqual(problems);
});

test('a long line is ours only when it repeats the description', () => {
  const description = 'a description that goes on and on '.repeat(6).trim();
  const files = [{ path: 'a.md', description }];
  expect(checkIndex(`- [a](a.md) — ${description}\n`, files)).toMatchObject([
    { kind: 'index-line-long', path: 'a.md', line: 1 },
  ]);
  expect(checkIndex(`- [a](a.md) — by hand, ${description}\n`, files)).toEqual([]);
});

test('every problem is one line that names its remedy', () => {
  const text = `- [a](a.md)\n- [a](a.md)\n- [b](b.md)\n${'x\n'.repeat(300)}`;
  for (const { message, fix } of checkIndex(text, [{ path: 'a.md' }, { path: 'c.md' }])) {
    expect(message).toMatch(/^[^\n]+\.$/);
    expect(fix).toMatch(/^[^\n]+\.$/);
  }
});

test('of thousands of entries that are not seen, only the first are named', () => {
  const lines = Array.from({ length: 3_000 }, (_, at) => `- [Rule ${at}](rule_${at}.md)\n`);
  const problem = checkIndex(lines.join(''), []).find(({ kind }) => kind === 'index-over-lines');
  expect(problem?.message).toMatch(
    /2,?800 entries not seen at start: rule_200\.md, .*rule_249\.md and 2,750 more\.$/,
  );
});

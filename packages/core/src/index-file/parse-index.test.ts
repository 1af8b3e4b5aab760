import { describe, expect, test } from 'vitest';
import { indexFixture as fixture } from '../../test/index-fixture.js';
import { parseIndex } from './parse-index.js';

function linked(text: string): [string, string, string][] {
  return parseIndex(text).links.map(({ path, title, hook }) => [path, title, hook]);
}

function paths(text: string): string[] {
  return parseIndex(text).links.map((link) => link.path);
}

describe('indexes as people and tools write them', () => {
  test('plain lines', () => {
    expect(linked(fixture('h01-current-nested-metadata'))).toEqual([
      ['export-only-from-release-box.md', 'Release-box rule', 'laptops must not run the export'],
      ['reference_export_boxes.md', 'Export machines', 'A schedules, B is a cold copy'],
      ['user_background.md', 'Who is asking', 'Go yes, React no'],
    ]);
  });

  test('Chinese sections, titles and colons', () => {
    expect(linked(fixture('h07-chinese-directory'))).toEqual([
      ['用户角色.md', '用户角色', '后端老手，前端新人'],
      ['feedback_真实数据库.md', '不要 mock', '数据库测试用真库'],
      ['project_冻结期.md', '冻结期', '3月5日起'],
      ['ref_看板.md', '延迟看板', '内网'],
    ]);
  });

  test('CRLF', () => {
    expect(linked(fixture('h10-crlf-and-bom'))[3]).toEqual(['mixed.md', 'Mixed', 'mixed']);
  });

  test('sections and prose', () => {
    expect(linked(fixture('h14-index-with-sections-and-prose'))[1]).toEqual([
      ...['feedback_tests.md', 'feedback_tests.md', 'always list range, method, expected result'],
    ]);
  });

  test('a code block shows a sample', () => {
    expect(linked(fixture('h15-index-is-the-memory'))).toEqual([]);
  });

  test('every way to write a line', () => {
    const index = parseIndex(fixture('h16-index-line-dialects'));
    expect(index.links.map(({ path, hook, own }) => [path, hook, own])).toEqual([
      ['em.md', 'em dash hook', true],
      ['en.md', 'en dash hook', true],
      ['hyphen.md', 'hyphen hook', true],
      ['colon.md', 'colon hook, cut at the edg…', true],
      ['fullcolon.md', '全角冒号', true],
      ['nosep.md', '', true],
      ['arrow.md', 'arrow hook', true],
      ['middot.md', 'middle dot hook', true],
      ['bold.md', 'bold link', true],
      ['star.md', 'stars before the link', true],
      ['dotslash.md', 'prefixed', true],
      ['anchor.md', 'with anchor', true],
      ['with space.md', 'angle brackets', true],
      ['pct.md', 'link title', true],
      ['task.md', 'unchecked', true],
      ['plus.md', 'plus bullet', true],
      ['aster.md', 'star bullet', true],
      ['two_a.md', 'and [second](two_b.md) — two in one line', true],
      ['two_b.md', 'two in one line', false],
      ['inline.md', 'Never edit on the server.', false],
    ]);
    expect(index.links.find((link) => link.path === 'star.md')?.title).toBe('Starred');
    expect(index.links.find((link) => link.path === 'anchor.md')?.anchor).toBe('#part-two');
  });

  test('wrapped lines and children belong to their item', () => {
    const { links, items, lines } = parseIndex(fixture('h17-index-wrapped-bullets'));
    expect(links[0]?.hook).toBe(
      'picture export works without touching the header; the obvious library **fails on every card**, and its switch breaks right-to-left text.',
    );
    expect(items.map(({ first, last, parent }) => [first, last, parent])).toEqual([
      ...[
        [2, 4, undefined],
        [5, 8, undefined],
        [6, 6, 1],
        [7, 8, 1],
      ],
      ...[
        [9, 10, undefined],
        [11, 11, undefined],
      ],
    ]);
    expect(lines.map((line) => line.kind).join(' ')).toBe(
      'heading blank item item-text item-text item item item item-text item item-text item',
    );
  });

  test('web addresses and paths that lead out are no links', () => {
    expect(paths(fixture('h18-dangling-unindexed-duplicate'))).toEqual([
      ...['here.md', 'private-notes.md', 'twice.md', 'twice.md'],
    ]);
  });

  test('comments hide links, tables hold them, a file name in a code span is none', () => {
    expect(linked(fixture('h21-index-comments-and-tables'))).toEqual([
      ['2026-02-01.md', '2026-02-01', 'first run of the importer'],
      ['login_flow.md', 'Login flow', 'two steps'],
    ]);
  });

  test('sub-folders', () => {
    expect(paths(fixture('h22-subfolders-and-daily-logs'))[2]).toBe('topics/inner.md');
  });
});

test.each([
  ['[a](./././a.md)', 'a.md'],
  ['[a](<a b.md>)', 'a b.md'],
  ['[a](a%20b.md)', 'a b.md'],
  ['[a](a b.md)', 'a b.md'],
  ['[a](100%.md)', '100%.md'],
  ['[a](sub/../a.md)', 'a.md'],
  ["[a](a.md 'title (x)')", 'a.md'],
  ['[a](a\\(1\\).md)', 'a(1).md'],
  ['[a](a(1).md)', 'a(1).md'],
  ['[a [b] c](a.md)', 'a.md'],
  ['[a \\] c](a.md)', 'a.md'],
  ['[`]`](a.md)', 'a.md'],
  ['[![x](x.png)](a.md)', 'a.md'],
  ['[a][ref]\n\n[Ref]: a.md "title"', 'a.md'],
  ['[ref][]\n\n[ref]: <a.md>', 'a.md'],
  ['[ref]\n\n[ref]: a.md', 'a.md'],
  ['- [a\n  long title](a.md)', 'a.md'],
  ['\ufeff- [a](a.md)', 'a.md'],
  ['> [a](a.md)', 'a.md'],
  ['• [a](a.md)', 'a.md'],
  ['\t- [a](a.md)\n', undefined],
  ['- x\n\t- [a](a.md)\n', 'a.md'],
  ['<!-- x --> [a](a.md)', 'a.md'],
  ['- [a](a.md) <!-- [b](b.md) -->', 'a.md'],
  ['- `<!--` [a](a.md)', 'a.md'],
  ['- tick ` [a](a.md)', 'a.md'],
  ['---\n\n[a](a.md)\n\n---', 'a.md'],
  ['- one\n  ```\n  x\n[a](a.md)', 'a.md'],
  ['![a](a.md)', undefined],
  ['`[a](a.md)`', undefined],
  ['``[a](a.md) ` ``', undefined],
  ['\\[a](a.md)', undefined],
  ['[a] (a.md)', undefined],
  ['[a](A.MD)', undefined],
  ['[a](/a.md)', undefined],
  ['[a](sub/../../a.md)', undefined],
  ['[a](..%2Fa.md)', undefined],
  ['[a](file:a.md)', undefined],
  ['[a](//host/a.md)', undefined],
  ['[a](.md)', undefined],
  ['[a](a%00.md)', undefined],
  ['<!--\n[a](a.md)\n-->', undefined],
  ['- <!--\n  - [a](a.md)\n  -->', undefined],
  ['- x <!-- y\n  [a](a.md) -->', undefined],
  ['<!-- never closed\n\n[a](a.md)', undefined],
  ['~~~\n```\n[a](a.md)\n~~~', undefined],
  ['```\n[a](a.md)', undefined],
  ['- one\n  ```\n  [a](a.md)\n  ```', undefined],
  ['---\nname: x\nlink: "[a](a.md)"\n---\n', undefined],
  ['text\n\n    [a](a.md)', undefined],
  ['[^1]: a.md\n\n[^1]', undefined],
])('%j links %s', (text, path) => {
  expect(paths(text)).toEqual(path === undefined ? [] : [path]);
});

test('tells what a line is', () => {
  const text = [
    ...['Title', '===', '', '# H', 'text', '* * *', '> q', '1. one', '   two', '', '   three'],
    ...[
      'lazy',
      '',
      'a | b',
      '--|--',
      'c | d',
      '',
      '~~~',
      '# no',
      '~~~',
      '[r]: r.md',
      '',
      '    code',
    ],
  ].join('\n');
  expect(parseIndex(text).lines.map((line) => line.kind)).toEqual([
    ...['heading', 'heading', 'blank', 'heading', 'text', 'rule', 'quote', 'item', 'item-text'],
    ...['blank', 'item-text', 'item-text', 'blank', 'table', 'table', 'table', 'blank'],
    ...['fence', 'fence', 'fence', 'definition', 'blank', 'code'],
  ]);
});

import { describe, expect, test } from 'vitest';
import { indexFixture as fixture } from '../../test/index-fixture.js';
import { addIndexLine } from './add-index-line.js';
import { parseIndex } from './parse-index.js';
import { removeIndexLines } from './remove-index-lines.js';

function withoutLines(text: string, ...removed: string[]): string {
  return text
    .split('\n')
    .filter((line) => !removed.includes(line))
    .join('\n');
}

describe('real indexes', () => {
  test.each([
    ['h02-legacy-flat-title-case', 'project_board_farm.md', 1],
    ['h14-index-with-sections-and-prose', 'feedback_steps.md', 1],
    ['h16-index-line-dialects', 'star.md', 1],
    ['h16-index-line-dialects', 'anchor.md', 1],
    ['h16-index-line-dialects', 'with space.md', 1],
    ['h16-index-line-dialects', 'bold.md', 1],
    ['h16-index-line-dialects', 'task.md', 1],
    ['h16-index-line-dialects', 'dotslash.md', 1],
    ['h17-index-wrapped-bullets', 'spike.md', 3],
    ['h17-index-wrapped-bullets', 'gate.md', 4],
    ['h18-dangling-unindexed-duplicate', 'twice.md', 2],
    ['h21-index-comments-and-tables', '2026-02-01.md', 1],
  ])('%s: %s takes %i lines with it and no others', (name, path, count) => {
    const text = fixture(name);
    const result = removeIndexLines(text, path);
    expect(result.kept).toEqual([]);
    expect(result.removed).toHaveLength(count);
    expect(result.text).toBe(withoutLines(text, ...result.removed));
    expect(parseIndex(result.text).links.some((link) => link.path === path)).toBe(false);
  });

  test('a line shared by two entries stays for the other', () => {
    const result = removeIndexLines(fixture('h16-index-line-dialects'), 'two_a.md');
    expect(result.removed).toEqual([]);
    expect(result.kept).toEqual(['- First and [second](two_b.md) — two in one line']);
  });

  test('prose around a link stays', () => {
    const text = fixture('h16-index-line-dialects');
    const result = removeIndexLines(text, 'inline.md');
    expect(result.kept).toEqual(['- **Local first**: see inline.md. Never edit on the server.']);
    expect(result.text).toBe(text.replace('[inline.md](inline.md)', 'inline.md'));
  });

  test('an entry that is not listed changes nothing', () => {
    const text = fixture('h15-index-is-the-memory');
    expect(removeIndexLines(text, 'inside_fence.md')).toMatchObject({
      text,
      removed: [],
      below: [],
      kept: [],
    });
  });
});

test.each([
  ['- [a](a.md)\r\n- [b](b.md)\r\n', '- [b](b.md)\r\n', []],
  ['- [b](b.md)\n- [a](a.md)', '- [b](b.md)\n', []],
  ['- [a](a.md)\n  - [b](b.md)\n  - own note\n', '- a\n  - [b](b.md)\n  - own note\n', ['- a']],
  ['- [a](a.md)\n  - [more](a.md#x)\n  - [b](b.md)\n', '- a\n  - [b](b.md)\n', ['- a']],
  ['- [a](a.md) replaces [b](b.md)\n- [b](b.md)\n', '- [b](b.md)\n', []],
  ['- Group\n  - [a](a.md)\n', '- Group\n', []],
  ['- [a](a.md)\n\n  more of it\n\ntext\n', '\ntext\n', []],
  ['- [a](a.md)\nnot indented\n', 'not indented\n', ['not indented']],
  ['- [a](a.md)\n  ```\n  code\n  ```\n- x\n', '- x\n', []],
  ['[a](a.md) — x\n[b](b.md) — y\n', '[b](b.md) — y\n', []],
  ['[a](a.md) is one of\nthe files.\n', 'a is one of\nthe files.\n', ['a is one of']],
  ['# [a](a.md)\n', '# a\n', ['# a']],
  ['| a | [a](a.md) |\n', '', []],
  ['| F | [a](a.md) |\n|---|---|\n', '| F | a |\n|---|---|\n', ['| F | a |']],
  ['| [a](a.md) | [b](b.md) |\n', '| a | [b](b.md) |\n', ['| a | [b](b.md) |']],
  ['| text with [a](a.md) |\n', '| text with a |\n', ['| text with a |']],
  ['- [a][r]\n\n[r]: a.md\n[s]: b.md\n', '\n[s]: b.md\n', []],
  ['> - [a](a.md)\n> - [b](b.md)\n', '> - [b](b.md)\n', []],
  ['- 2026-01-02 [a](a.md)\n', '', []],
  ['- ✅ ~~[a](a.md)~~ done\n', '', []],
  ['- <!-- id 7 --> [a](a.md)\n', '', []],
  [
    '- [docs](https://x.example) [a](a.md)\n',
    '- [docs](https://x.example) a\n',
    ['- [docs](https://x.example) a'],
  ],
  ['- [cafe\u0301](cafe\u0301.md)\n- [a](a.md)\n', '- [cafe\u0301](cafe\u0301.md)\n', []],
])('%j without a.md is %j', (text, expected, kept) => {
  const result = removeIndexLines(text, 'a.md');
  expect(result.text).toBe(expected);
  expect(result.kept).toEqual(kept);
});

describe('the blank line that adding a line brought', () => {
  const entry = { path: 'a.md', name: 'a', description: 'd' };
  const added = (text: string) => addIndexLine(text, entry, () => undefined).text;

  test.each(['- hand line\n', '# M\n\nprose\n', 'prose\r\n', '- x\n\n---\nfooter\n', '# H\n'])(
    'goes again with the line: %j',
    (text) => {
      expect(removeIndexLines(added(text), 'a.md').text).toBe(text);
    },
  );

  test.each([
    ['prose\n\n- [a](a.md) — my own words, unlike ours  \n', 'prose\n\n'],
    ['prose\n\n\n- [a](a.md) — d\n', 'prose\n\n\n'],
    ['- [b](b.md)\n\n- [a](a.md) — d\n', '- [b](b.md)\n\n'],
    ['# M\n\n- [a](a.md) — d\n', '# M\n\n'],
    ['prose\n\n- [a](a.md) — d\n- x\n', 'prose\n\n- x\n'],
  ])('stays where it may be another: %j', (text, expected) => {
    expect(removeIndexLines(text, 'a.md').text).toBe(expected);
  });
});

test('composed and decomposed letters are one path', () => {
  expect(removeIndexLines('- [x](cafe\u0301.md)\n', 'caf\u00e9.md').text).toBe('');
});

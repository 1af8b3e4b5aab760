import { describe, expect, test } from 'vitest';
import { indexFixture as fixture } from '../../test/index-fixture.js';
import { addIndexLine } from './add-index-line.js';

/** The type is the first word of the file's name. */
const typeOf = (path: string) => path.split(/[_.]/)[0];
const entry = { path: 'new.md', name: 'New', description: 'the new one' };
const line = '- [New](new.md) — the new one';

/** The text with `>>` where the new line went. */
function placed(text: string, type?: string, prefix = '- '): string {
  const added = addIndexLine(text, { ...entry, type }, typeOf);
  const expected = line.replace('- ', prefix);
  expect(added.text.split(/\r\n|\n|\r/)[added.line - 1]?.replace('\ufeff', '')).toBe(expected);
  return added.text.replace(expected, '>>');
}

describe('real indexes', () => {
  test.each([
    ['feedback', '— ask before commit/push'],
    ['user', 'likes small steps'],
    ['project', 'env split'],
    ['reference', 'env split'],
    [undefined, 'env split'],
  ])('sections: %s goes beside its like', (type, before) => {
    const text = fixture('h14-index-with-sections-and-prose');
    const lines = placed(text, type).split('\n');
    expect(lines[lines.indexOf('>>') - 1]).toContain(before);
  });

  test('Chinese headings name a type', () => {
    const lines = placed(fixture('h07-chinese-directory'), 'user').split('\n');
    expect(lines[lines.indexOf('>>') - 1]).toContain('用户角色');
  });

  test('an index that is all text gets the line at its end, apart', () => {
    const text = fixture('h15-index-is-the-memory');
    expect(placed(text, 'project')).toBe(`${text}\n\n>>\n`);
  });

  test('wrapped items are not split', () => {
    const text = fixture('h17-index-wrapped-bullets');
    expect(placed(text, 'spike')).toContain(
      '  and its switch breaks right-to-left text.\n>>\n- [Gate]',
    );
    expect(placed(text, 'gate')).toContain('    and read the footnote\n>>\n- A rule');
    expect(placed(text, 'other')).toBe(`${text}>>\n`);
  });

  test('regions of other tools, comments and tables stay whole', () => {
    const text = fixture('h21-index-comments-and-tables');
    expect(placed(text, 'login')).toBe(
      text.replace('<!-- sync:end -->\n', '<!-- sync:end -->\n>>\n'),
    );
  });

  test('line ends are followed', () => {
    const text = fixture('h10-crlf-and-bom');
    expect(placed(text, 'user')).toBe(`${text}>>\r\n`);
  });

  test('nothing else is tidied up', () => {
    const text = fixture('h18-dangling-unindexed-duplicate');
    const lines = placed(text, 'project').split('\n');
    expect(lines.filter((other) => other !== '>>').join('\n')).toBe(text);
  });
});

test.each([
  ['', undefined, '>>\n'],
  ['\n \n', undefined, '>>\n'],
  ['\ufeff', undefined, '\ufeff>>\n'],
  ['\r\n', undefined, '>>\r\n'],
  ['- [a](a.md)', 'x', '- [a](a.md)\n>>\n'],
  ['# Memory\n\n## User\n\n## Feedback\n', 'user', '# Memory\n\n## User\n>>\n\n## Feedback\n'],
  ['## Projects\n\nNone.\n\n## X\n', 'project', '## Projects\n\nNone.\n\n>>\n\n## X\n'],
  ['## Rückmeldungen\n- x\n\ntext\n', 'feedback', '## Rückmeldungen\n- x\n\ntext\n\n>>\n'],
  ['## 피드백 (2)\n- x\n', 'feedback', '## 피드백 (2)\n- x\n>>\n'],
  ['## Project notes\n- x\n---\nend\n', 'project', '## Project notes\n- x\n>>\n---\nend\n'],
  ['## User interface\n- x\n', 'user', '## User interface\n- x\n\n>>\n'],
  ['text\n\n---\nLast reviewed: spring\n', undefined, 'text\n\n>>\n\n---\nLast reviewed: spring\n'],
  ['```\nnever closed\n', undefined, '>>\n```\nnever closed\n'],
  ['text\n<!-- never closed\n\nx', undefined, 'text\n\n>>\n<!-- never closed\n\nx'],
  ['| [a](a.md) |\n|---|\n', 'a', '| [a](a.md) |\n|---|\n\n>>\n'],
  ['> - [a](a.md)\n', 'a', '> - [a](a.md)\n\n>>\n'],
  ['- [a](a.md)\nlazy\n\nx\n', 'a', '- [a](a.md)\nlazy\n>>\n\nx\n'],
  ['- [a](a.md)\n  - [b](b.md)\n', 'b', '- [a](a.md)\n  - [b](b.md)\n>>\n'],
  [
    '- [a](a.md)\n\n## Archive\n- [a2](a_2.md)\n',
    'a',
    '- [a](a.md)\n>>\n\n## Archive\n- [a2](a_2.md)\n',
  ],
  ['---\nkey: x\n---\n', undefined, '---\nkey: x\n---\n\n>>\n'],
  [
    '<!-- x:start -->\n- [a](a.md)\n<!-- x:end -->\ntext\n',
    'a',
    '<!-- x:start -->\n- [a](a.md)\n<!-- x:end -->\n>>\n\ntext\n',
  ],
  [
    '<!-- x:start -->\n<!-- x:end -->\nTitle\n===\n- [a](a.md)\n',
    undefined,
    '<!-- x:start -->\n<!-- x:end -->\nTitle\n===\n- [a](a.md)\n>>\n',
  ],
])('%j with a %s becomes %j', (text, type, expected) => {
  expect(placed(text, type)).toBe(expected);
});

test.each([
  ['* [a](a.md)\n', '* '],
  ['+  [a](a.md)\n', '+  '],
  ['- Group\n  * [a](a.md)\n', '  * '],
  ['1. [a](a.md)\n2. [a](a_2.md)\n', '3. '],
  ['1. [a](a.md)\n1. [a](a_2.md)\n', '1. '],
  ['• [a](a.md)\n', '• '],
])('follows the bullets of %j', (text, prefix) => {
  expect(placed(text, 'a', prefix)).toBe(`${text}>>\n`);
});

test.each(['- x\n- [Other title](./new.md#part) - hook', 'see [it](new.md)'])(
  'changes nothing where the entry is linked already: %j',
  (text) => {
    expect(addIndexLine(text, entry, typeOf).text).toBe(text);
  },
);

test.each([
  ['* [a](a.md)\n* two\n\t* [t](a.md)\n', '* [a](a.md)\n* [n](n.md)\n* two\n\t* [t](a.md)\n'],
  ['- [a](a.md)\n- Topic\n  - [t](t.md)\n', '- [a](a.md)\n- [n](n.md)\n- Topic\n  - [t](t.md)\n'],
  ['- Topic\n  - [t](t.md)\n- End\n', '- Topic\n  - [t](t.md)\n  - [n](n.md)\n- End\n'],
])('a new line belongs to the outermost list of its kind: %j', (text, expected) => {
  const entry = { path: 'n.md', name: 'n', type: 'user' };
  expect(addIndexLine(text, entry, () => 'user').text).toBe(expected);
});

import { expect, test } from 'vitest';
import { parseIndex } from './parse-index.js';
import { retargetIndexLine } from './retarget-index-line.js';

const names = { oldName: 'queue-names', newName: 'queues [2]' };

test.each([
  ['- [Queues](old.md) — names\r\n', '- [Queues](new.md) — names\r\n'],
  ['- [queue-names](old.md)\n', '- [queues &#91;2&#93;](new.md)\n'],
  ['- [**queue-names**](old.md)', '- [**queues &#91;2&#93;**](new.md)'],
  ['- [old](old.md)', '- [new](new.md)'],
  ['- [old.md](old.md)', '- [new.md](new.md)'],
  ['- [`old.md`](old.md)', '- [new.md](new.md)'],
  ['- [Q](./old.md#part "title")', '- [Q](./new.md#part "title")'],
  ['- [Q](<old.md>)', '- [Q](new.md)'],
  ['see [a](old.md) and [b](old.md)', 'see [a](new.md) and [b](new.md)'],
  ['[a][r], [b][r]\n\n[r]: old.md', '[a][r], [b][r]\n\n[r]: new.md'],
  ['`[a](old.md)` [c](older.md)', '`[a](old.md)` [c](older.md)'],
])('%j becomes %j', (text, expected) => {
  expect(retargetIndexLine(text, 'old.md', 'new.md', names)).toEqual({
    text: expected,
    changed: text !== expected,
  });
});

test('the label of a definition stays, and the links that it makes', () => {
  const text = '- [old] — x\n- [OLD][] — y\n- [old][old] — z\n\n[old]: old.md\n';
  const renamed = retargetIndexLine(text, 'old.md', 'new.md', { oldName: 'old', newName: 'new' });
  expect(renamed.text).toBe('- [old] — x\n- [OLD][] — y\n- [new][old] — z\n\n[old]: new.md\n');
  expect(parseIndex(renamed.text).links.map(({ path }) => path)).toEqual(Array(3).fill('new.md'));
});

test('a rename that keeps the file changes the title only', () => {
  const text = '- [queue-names](./old.md) — x\n- [old](<old.md>)\n';
  expect(retargetIndexLine(text, 'old.md', 'old.md', names).text).toBe(
    '- [queues &#91;2&#93;](./old.md) — x\n- [old](<old.md>)\n',
  );
});

test('the new target is escaped', () => {
  expect(retargetIndexLine('- [Q](old.md)', 'old.md', 'a (b).md').text).toBe(
    '- [Q](a%20%28b%29.md)',
  );
});

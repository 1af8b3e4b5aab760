import { expect, test } from 'vitest';
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

import { expect, test } from 'vitest';
import { refreshHook } from './refresh-hook.js';
import { maxLineLength, renderIndexLine } from './render-index-line.js';

test.each([
  ['- [A](a.md) — old text\r\n', '- [A](a.md) — new [x]\\(y.md)\r\n'],
  ['- **[A](a.md)**: old text', '- **[A](a.md)**: new [x]\\(y.md)'],
  ['- [A](a.md) — hand-written', undefined],
  ['- [A](a.md) — old', undefined],
  ['- [A](a.md)', undefined],
  ['- [A](a.md) — old\n  text', undefined],
  ['see [A](a.md) — old text', undefined],
  ['| [A](a.md) | old text |', undefined],
  ['- [B](b.md) — old text', undefined],
])('%j follows its description', (text, expected) => {
  const result = refreshHook(text, 'a.md', 'old  text', 'new [x](y.md)');
  expect(result).toEqual({ text: expected ?? text, changed: expected !== undefined });
});

test('a hook that was cut is still the description', () => {
  const old = 'a long description that goes on and on '.repeat(8);
  const line = renderIndexLine({ path: 'a.md', name: 'A', description: old });
  const fresh = 'another description that goes on and on as well '.repeat(8);
  const changed = refreshHook(`${line}\n`, 'a.md', old, fresh).text;
  expect(changed).toBe(`${renderIndexLine({ path: 'a.md', name: 'A', description: fresh })}\n`);
  expect(changed.length).toBeLessThanOrEqual(maxLineLength + 1);
});

test('an empty description never blanks a hook', () => {
  const text = '- [A](a.md) — old\n';
  for (const empty of ['', ' ', undefined]) {
    expect(refreshHook(text, 'a.md', 'old', empty)).toEqual({ text, changed: false });
    expect(refreshHook(text, 'a.md', empty, 'new')).toEqual({ text, changed: false });
  }
});

test('a line without a hook takes the first description', () => {
  expect(refreshHook('- [A](a.md)\n', 'a.md', undefined, 'new').text).toBe('- [A](a.md) — new\n');
});

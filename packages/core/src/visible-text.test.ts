import { expect, test } from 'vitest';
import { visibleText } from './visible-text.js';

test.each([
  ['a\u3164b', 'a\\u{3164}b'],
  ['a\u{e0100}\ufe00b', 'a\\u{e0100}\\u{fe00}b'],
  ['a\ufe0fb', 'a\\u{fe0f}b'],
  ['a\u2800b', 'a\\u{2800}b'],
  ['a\ufff9b\u{1d173}', 'a\\u{fff9}b\\u{1d173}'],
])('what nobody sees is spelled out: %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test.each([
  '\u2764\ufe0f and 1\ufe0f\u20e3',
  '\u{1f469}\u200d\u{1f4bb}',
  '\u845b\u{e0100}',
  '\u2803\u2800\u2805',
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  '\u1820\u180b',
])('what pictures and scripts are written with stays: %j', (text) => {
  expect(visibleText(text)).toBe(text);
});

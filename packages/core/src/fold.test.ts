import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldName } from './fold.js';

test.each([
  ['Queue Names', 'queue_names'],
  ['queue-names', 'queue__names'],
  ['straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδος'],
  ['caf\u00e9', 'cafe\u0301'],
  ['  padded ', 'padded'],
  ['한국', '한국'.normalize('NFD')],
])('%s and %s are near', (one, other) => {
  expect(foldName(one)).toBe(foldName(other));
});

test.each([
  ['queue names', 'queuenames'],
  ['部署窗口', '部署流程'],
  ['cafe', 'café'],
  ['ＡＢＣ', 'ABC'],
])('%s and %s are not', (one, other) => {
  expect(foldName(one)).not.toBe(foldName(other));
});

test('folding again changes nothing, and neither does writing it in another case', () => {
  for (let code = 0; code < 0x3_0000; code++) {
    const folded = foldName(String.fromCodePoint(code));
    if (foldName(folded) !== folded) expect.fail(`U+${code.toString(16)} folds twice`);
    if (foldName(folded.toUpperCase()) !== folded) expect.fail(`U+${code.toString(16)} has cases`);
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
      expect(foldName(foldName(name))).toBe(foldName(name));
    }),
    { numRuns: 2_000 },
  );
});

import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoted } from '../tour/take-step.js';
import { shellWord } from './shell-word.js';

describe('shellWord', () => {
  it.each([
    ['plain', 'plain'],
    ['my\\ name', 'my name'],
    ['"my na', 'my na'],
    ["'it\\s", 'it\\s'],
    ['"a\\"b\\c"', 'a"b\\c'],
    ['a"b c"d', 'ab cd'],
    ['部\\ 署', '部 署'],
    ['~/notes', '/home/me/notes'],
    ['"~/notes"', '~/notes'],
    ['$(rm -rf x)', '$(rm -rf x)'],
    ['end\\', 'end'],
  ])('%s means %s', (typed, word) => {
    expect(shellWord(typed, '/home/me')).toBe(word);
  });

  it('undoes what quotes a word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (word) => {
        expect(shellWord(quoted(word), '/home/me')).toBe(word);
      }),
    );
  });

  it('agrees with a shell', () => {
    const typed = fc.array(fc.constantFrom('a', ' ', '\\', '"', "'", '部', '#', '$(', '|'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(typed, (parts) => {
        const text = `x${parts.join('')}x`;
        const { status, stdout } = spawnSync('bash', [
          '-c',
          `printf '%s|' ${text.replaceAll(/[|$(#]/g, '\\$&')}`,
        ]);
        const [only, ...more] = stdout.toString().split('|');
        // Several words, or quotes that are still open.
        if (status !== 0 || more.length !== 1) return;
        expect(shellWord(text.replaceAll(/[|$(#]/g, '\\$&'), '')).toBe(only);
      }),
      { numRuns: 60 },
    );
  });
});

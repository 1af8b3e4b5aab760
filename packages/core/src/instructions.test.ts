import { expect, test } from 'vitest';
import { memoryInstructions } from './instructions.js';
import { memoryTypes } from './memory-type.js';
import { estimateTokens } from './token-estimate.js';

for (const length of ['short', 'full'] as const) {
  test(`the ${length} text says everything a model has to know`, () => {
    const text = memoryInstructions({ length });
    for (const type of memoryTypes) expect(text).toContain(type);
    for (const must of [
      /corrected/,
      /confirmed/,
      /\*\*Why:\*\*/,
      /\*\*How to apply:\*\*/,
      /secrets/,
      /same subject/,
      /forget/,
      /check that/,
      /believe what you see/,
      /ignore memory/,
    ]) {
      expect(text).toMatch(must);
    }
  });
}

test('the short text fits where a text is limited to 2 KB', () => {
  expect(new TextEncoder().encode(memoryInstructions({ length: 'short' })).length).toBeLessThan(
    2000,
  );
});

test('the full text costs a prompt less than 900 tokens', () => {
  expect(estimateTokens(memoryInstructions())).toBeLessThan(900);
});

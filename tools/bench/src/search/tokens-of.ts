import { tokenize } from '../../../../packages/core/src/search/tokenize.js';

/** The tokens of a text as strings, for engines that take a tokenizer of that shape. */
export function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  tokenize(text, (units, from, to) => {
    tokens.push(String.fromCharCode(...units.subarray(from, to)));
  });
  return tokens;
}

import { expect, test } from 'vitest';
import { TermDictionary } from './term-dictionary.js';

test('finds each of many terms, alone and by its beginning', () => {
  const terms = new TermDictionary();
  const texts = Array.from({ length: 20_000 }, (_, at) => `${(at * 7919).toString(36)}word${at}`);
  for (const [at, text] of texts.entries()) expect(terms.addText(text)).toBe(at);
  for (const [at, text] of texts.entries()) {
    expect(terms.find(text)).toBe(at);
    expect(terms.textOf(at)).toBe(text);
  }
  const found: number[] = [];
  terms.withPrefix(texts[12_345]!.slice(0, 6), (term) => found.push(term));
  const wanted = texts.flatMap((text, at) =>
    text.startsWith(texts[12_345]!.slice(0, 6)) ? at : [],
  );
  expect(found.sort((one, other) => one - other)).toEqual(wanted);
  expect(terms.find('never added')).toBe(-1);
});

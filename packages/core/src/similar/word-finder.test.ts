import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostWordsFound, WordFinder, wordKeys } from './word-finder.js';

test('names the words that words of a text begin with', () => {
  const finder = new WordFinder(['releas', 'ci', 'deploy', 'tuesday', 'c++', '部署']);
  expect(finder.possibleIn(wordKeys('no ci on release day, only c++ and 部署'))).toEqual([
    5, 4, 1, 0,
  ]);
  expect(finder.possibleIn(wordKeys('city released-tue'))).toEqual([3, 0]);
  expect(finder.possibleIn(wordKeys(''))).toEqual([]);
  expect(new WordFinder([]).possibleIn(wordKeys('anything'))).toEqual([]);
});

test('misses no word that stands in the text, first or last', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abc12é部'), minLength: 1, maxLength: 5 });
  const words = fc.uniqueArray(word, { maxLength: mostWordsFound });
  const separator = fc.constantFrom(' ', '-', '_', '. ', '\n');
  fc.assert(
    fc.property(words, fc.array(word), separator, (wanted, texts, between) => {
      const found = new WordFinder(wanted).possibleIn(wordKeys(texts.join(between)));
      for (const [at, one] of wanted.entries()) {
        if (texts.includes(one)) expect(found).toContain(at);
      }
    }),
  );
});

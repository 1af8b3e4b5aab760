import { parseQuery } from './parse-query.js';
import { TermMatcher } from './term-matcher.js';

/**
 * Tells of texts whether a word stands in them in a form in which a search finds it: with other
 * accents, inflected, in full width; an identifier also where all of its parts do. False where the
 * word holds nothing to search for.
 */
export function searchedWord(word: string): (text: string) => boolean {
  const { terms } = parseQuery(word);
  const matcher = new TermMatcher(terms);
  const indices = terms.map((_, index) => index);
  const parts = indices.filter((index) => terms[index]!.weight < 1);
  const wholes = indices.filter((index) => terms[index]!.weight === 1);
  return (text) => {
    const met = new Set<number>();
    if (terms.length > 0) matcher.eachMatch(text, (term) => met.add(term));
    const areMet = (some: readonly number[]) =>
      some.length > 0 && some.every((index) => met.has(index));
    return areMet(wholes) || areMet(parts);
  };
}

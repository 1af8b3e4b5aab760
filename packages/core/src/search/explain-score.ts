import type { ScorePart } from '../memory-store.js';
import type { FoundEntry } from './each-entry.js';
import type { RankedSearch } from './present-hit.js';
import {
  fieldWeights,
  formWeights,
  inverseFrequency,
  lengthNorm,
  lengthSlope,
  type SearchField,
  saturated,
  searchFields,
  type TermForm,
} from './score.js';

type Occurrence = ScorePart['occurrences'][number];

/** How the score of an entry came about: a part for each term that it holds. */
export function explainScore(search: RankedSearch, entry: FoundEntry, size: number): ScorePart[] {
  const { query, ranking } = search;
  const norm = lengthNorm(size, lengthSlope(ranking.corpus));
  const parts: ScorePart[] = [];
  for (const [index, occurrences] of occurrencesIn(search, entry).entries()) {
    if (occurrences.length === 0) continue;
    const term = query.terms[index]!;
    const entries = ranking.matching[index]!;
    const rarity = term.weight * inverseFrequency(entries, ranking.corpus.entries);
    const weight = occurrences.reduce((sum, { count, weight }) => sum + count * weight, 0);
    const score = rarity * saturated(weight * formWeights.exact, norm);
    parts.push({ term: term.text, score, rarity, entries, occurrences });
  }
  return parts;
}

function occurrencesIn(search: RankedSearch, entry: FoundEntry): Occurrence[][] {
  const counts = search.query.terms.map(() => new Map<string, number>());
  for (const field of searchFields) {
    search.matcher.eachMatch(entry[field] ?? '', (term, form) => {
      const key = `${field} ${form}`;
      counts[term]!.set(key, (counts[term]!.get(key) ?? 0) + 1);
    });
  }
  return counts.map((byPlace) => [...byPlace].map(([key, count]) => occurrence(key, count)));
}

function occurrence(key: string, count: number): Occurrence {
  const [field, form] = key.split(' ') as [SearchField, TermForm];
  const weight = (fieldWeights[field] * formWeights[form]) / formWeights.exact;
  return { field, form, count, weight };
}

import type { ScorePart, SearchHit } from '../memory-store.js';
import type { StoragePath } from '../storage.js';
import type { RankedPath } from './best-paths.js';
import type { FoundEntry } from './each-entry.js';
import { explainScore } from './explain-score.js';
import type { Query } from './parse-query.js';
import type { Ranking } from './ranking.js';
import { inverseFrequency } from './score.js';
import { makeSnippet, type Snippet, type WeightedRange } from './snippet.js';
import type { TermMatcher } from './term-matcher.js';

/** What all hits of one search share. */
export interface RankedSearch {
  readonly query: Query;
  readonly matcher: TermMatcher;
  readonly ranking: Ranking<StoragePath>;
  readonly explain: boolean;
}

export function presentRanked(
  search: RankedSearch,
  { path, score }: RankedPath<StoragePath>,
  entry: FoundEntry,
  size: number,
): SearchHit {
  const snippet = rankedSnippet(search, entry);
  const explanation = search.explain ? explainScore(search, entry, size) : undefined;
  return hitOf(path, entry, score, snippet, explanation);
}

export function hitOf(
  path: StoragePath,
  entry: FoundEntry,
  score: number,
  snippet: Snippet,
  explanation?: readonly ScorePart[],
): SearchHit {
  return {
    path,
    name: entry.name,
    ...(entry.type === undefined ? {} : { type: entry.type }),
    ...(entry.description === undefined ? {} : { description: entry.description }),
    score,
    snippet: snippet.text,
    marks: snippet.marks,
    ...(explanation ? { explanation } : {}),
  };
}

/** From the body where it matches there, else from the description, else from the body's start. */
function rankedSnippet(search: RankedSearch, entry: FoundEntry): Snippet {
  const inBody = rangesIn(search, entry.body);
  if (inBody.length > 0) return makeSnippet(entry.body, inBody);
  const description = entry.description ?? '';
  const inDescription = rangesIn(search, description);
  if (inDescription.length > 0) return makeSnippet(description, inDescription);
  return makeSnippet(entry.body.trim() === '' ? description : entry.body, []);
}

function rangesIn(search: RankedSearch, text: string): WeightedRange[] {
  const { query, ranking, matcher } = search;
  const weights = query.terms.map(
    (term, index) =>
      term.weight * inverseFrequency(ranking.matching[index]!, ranking.corpus.entries),
  );
  const ranges: WeightedRange[] = [];
  matcher.eachMatch(text, (term, _form, start, end) => {
    ranges.push({ start, end, term, weight: weights[term]! });
  });
  return ranges.sort((one, other) => one.start - other.start || one.end - other.end);
}

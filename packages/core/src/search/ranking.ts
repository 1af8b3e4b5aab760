import { BestPaths, type RankedPath } from './best-paths.js';
import type { Query } from './parse-query.js';
import { type CorpusSize, inverseFrequency, lengthNorm, lengthSlope, saturated } from './score.js';

export interface Ranking<P extends string = string> {
  /** Best first; equal scores in the order of their paths. */
  readonly ranked: readonly RankedPath<P>[];
  /** Words of the query that stand in no entry. */
  readonly missing: readonly string[];
  readonly corpus: CorpusSize;
  /** For each term of the query, in how many entries it stands. */
  readonly matching: readonly number[];
}

export interface RankOptions<P extends string = string> {
  readonly limit: number;
  /** Only these are hits; the others still count in the frequencies of words. */
  readonly accepts?: ((path: P) => boolean) | undefined;
  /** These do not exist: not in hits, nor in any count. */
  readonly ignores?: ((path: P) => boolean) | undefined;
}

/** An entry holds too little of the query to be an answer below this share. */
const relevantShare = 0.04;

export function isRelevant(share: number): boolean {
  return share >= relevantShare;
}

/** What an entry with every term would have as its share, not yet divided. */
export function totalRarity(query: Query, matching: readonly number[], corpus: CorpusSize): number {
  let total = 0;
  for (const [index, term] of query.terms.entries()) {
    total += term.weight * inverseFrequency(matching[index]!, corpus.entries);
  }
  return total;
}

export function missingWords(query: Query, matching: readonly number[]): string[] {
  const found = new Set<number>();
  for (const [index, term] of query.terms.entries()) {
    if (matching[index]! > 0) found.add(term.word);
  }
  return query.words.filter((_, word) => !found.has(word));
}

/** An entry that holds at least one term. */
export interface Match<P extends string = string> {
  readonly path: P;
  /** The size of its file. */
  readonly bytes: number;
  /** For each term of the query, what its occurrences weigh. */
  readonly weights: readonly number[];
  /** False when a filter keeps it from the hits; it counts in the frequencies all the same. */
  readonly accepted: boolean;
}

/** Scores matches directly; the index does the same term by term. */
export function rankMatches<P extends string>(
  query: Query,
  matches: readonly Match<P>[],
  corpus: CorpusSize,
  limit: number,
): Ranking<P> {
  const matching = query.terms.map(
    (_, index) => matches.filter((match) => match.weights[index]! > 0).length,
  );
  const rarities = query.terms.map(
    (term, index) => term.weight * inverseFrequency(matching[index]!, corpus.entries),
  );
  const all = totalRarity(query, matching, corpus);
  const slope = lengthSlope(corpus);
  const best = new BestPaths<P>(limit);
  for (const { path, bytes, weights, accepted } of matches) {
    if (!accepted) continue;
    const norm = lengthNorm(bytes, slope);
    let score = 0;
    let share = 0;
    for (let index = 0; index < rarities.length; index++) {
      if (weights[index] === 0) continue;
      score += rarities[index]! * saturated(weights[index]!, norm);
      share += rarities[index]!;
    }
    if (isRelevant(share / all)) best.offer(path, score, share / all);
  }
  return {
    ranked: best.take(),
    missing: missingWords(query, matching),
    corpus,
    matching,
  };
}

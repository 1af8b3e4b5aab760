// The ranking as its formula says, word by word over all texts.
import type { Query, QueryTerm } from '../../src/search/parse-query.js';
import { stem } from '../../src/search/stem.js';
import { naiveTokens } from './naive-tokens.js';

export interface NaiveDocument {
  readonly path: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly body: string;
  readonly bytes: number;
}

export interface NaiveResult {
  readonly scores: ReadonlyMap<string, number>;
  readonly shares: ReadonlyMap<string, number>;
  readonly missing: readonly string[];
}

const fieldWeights = { name: 3, description: 2, body: 1 } as const;

export function naiveRank(query: Query, documents: readonly NaiveDocument[]): NaiveResult {
  const average = documents.reduce((sum, { bytes }) => sum + bytes, 0) / documents.length;
  const frequencies = documents.map((document) =>
    query.terms.map((term) => frequencyIn(document, term)),
  );
  const rarities = query.terms.map((term, index) => {
    const holding = frequencies.filter((row) => row[index]! > 0).length;
    return term.weight * Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
  });
  const total = rarities.reduce((sum, rarity) => sum + rarity, 0);
  const scores = new Map<string, number>();
  const shares = new Map<string, number>();
  for (const [at, document] of documents.entries()) {
    const row = frequencies[at]!;
    if (row.every((frequency) => frequency === 0)) continue;
    const relativeLength = average === 0 ? 0 : document.bytes / average;
    const norm = 0.7 * (0.6 + 0.4 * relativeLength);
    const sum = (of: (index: number) => number): number =>
      row.reduce((all, frequency, index) => (frequency === 0 ? all : all + of(index)), 0);
    scores.set(
      document.path,
      sum((index) => (rarities[index]! * row[index]! * 1.7) / (row[index]! + norm)),
    );
    shares.set(document.path, sum((index) => rarities[index]!) / total);
  }
  const missing = query.words.filter((_, word) =>
    query.terms.every(
      (term, index) => term.word !== word || frequencies.every((row) => row[index] === 0),
    ),
  );
  return { scores, shares, missing };
}

function frequencyIn(document: NaiveDocument, term: QueryTerm): number {
  let frequency = 0;
  for (const field of ['name', 'description', 'body'] as const) {
    for (const { text } of naiveTokens(document[field] ?? '')) {
      frequency += fieldWeights[field] * formFactor(text, term);
    }
  }
  return frequency;
}

function formFactor(token: string, term: QueryTerm): number {
  if (token === term.text) return 1;
  if (term.stem !== undefined && stem(token) === term.stem) return 0.5;
  const isJoined = (text: string): boolean => /[#._-]/.test(text);
  const goesOn = token.startsWith(term.text) && isJoined(token) === isJoined(term.text);
  return term.prefix && goesOn ? 0.25 : 0;
}

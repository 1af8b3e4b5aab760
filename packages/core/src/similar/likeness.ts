import { stem } from '../search/stem.js';
import { stopWords } from '../search/stop-words.js';
import { tokenize, tokenKind } from '../search/tokenize.js';

/** The words of a memory that its likeness to others is told by. */
export interface MemoryWords {
  readonly name: ReadonlySet<string>;
  /** Of the name and the description. */
  readonly head: ReadonlySet<string>;
  readonly body: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

export interface ComparedMemory {
  readonly name: string;
  readonly description?: string | undefined;
  readonly body: string;
}

/** A body is compared by its beginning: a memory is one fact. In UTF-16 units. */
const bodyLimit = 4_000;

export function wordsOf({ name, description = '', body }: ComparedMemory): MemoryWords {
  const inName = wordsIn(name);
  const head = new Set([...inName, ...wordsIn(description)]);
  const inBody = wordsIn(body.slice(0, bodyLimit));
  return { name: inName, head, body: inBody, all: new Set([...head, ...inBody]) };
}

/** Stems of words, pairs of characters where there are no blanks; without words like "the". */
export function wordsIn(text: string): Set<string> {
  const words = new Set<string>();
  tokenize(text, (units, from, to, kind) => {
    if (kind === tokenKind.last || kind === tokenKind.whole) return;
    const word = String.fromCharCode(...units.subarray(from, to));
    if (!stopWords.has(word)) words.add(kind === tokenKind.word ? stem(word) : word);
  });
  return words;
}

// Chosen on the labelled pairs in test/similar, where a test holds them to what they reach. What
// tells twins from texts of one template is that the words of one name stand somewhere in the other.
const weights = { name: 6, body: 6, all: 2 } as const;

/** From here on two memories are worth a look. */
export const likenessFrom = 0.67;

/** Of two texts with less in common, one may hold the words of the other by chance. */
const leastInCommon = 0.4;

/** So much in common makes twins, whatever their names. */
const nearlyEqual = 0.85;

/** How much two memories say the same: from 0 to 1. The order of the two does not matter. */
export function likeness(one: MemoryWords, other: MemoryWords): number {
  const all = dice(one.all, other.all);
  if (all < leastInCommon) return 0;
  const heads = covered('head', one, other) ?? 0;
  const names = covered('name', one, other) ?? heads;
  const bodies = covered('body', one, other) ?? heads;
  const sum = weights.name * names + weights.body * bodies + weights.all * all;
  const score = sum / (weights.name + weights.body + weights.all);
  return all >= nearlyEqual ? Math.max(score, all) : score;
}

/** The larger share of either's words that the other has; undefined when one of them has none. */
function covered(
  part: 'name' | 'head' | 'body',
  one: MemoryWords,
  other: MemoryWords,
): number | undefined {
  if (one[part].size === 0 || other[part].size === 0) return undefined;
  const ofOne = common(one[part], other.all) / one[part].size;
  return Math.max(ofOne, common(other[part], one.all) / other[part].size);
}

function dice(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return (2 * common(one, other)) / Math.max(1, one.size + other.size);
}

function common(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const word of one) if (other.has(word)) count++;
  return count;
}

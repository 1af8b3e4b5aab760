/** How much a word counts in each field. Whole numbers, so that sums are exact in any order. */
export const fieldWeights = { name: 3, description: 2, body: 1 } as const;
export type SearchField = keyof typeof fieldWeights;
export const searchFields = ['name', 'description', 'body'] as const;

/** How much a form of a query word counts: itself, an inflected form, a word that begins with it. */
export const formWeights = { exact: 4, variant: 2, prefix: 1 } as const;
export type TermForm = keyof typeof formWeights;

const saturation = 0.7;
const lengthShare = 0.4;

/** What a score needs to know of all entries together. */
export interface CorpusSize {
  readonly entries: number;
  /** The bytes of all their files. */
  readonly bytes: number;
}

/** The rarity of a word that stands in `matching` of so many entries; above 0. */
export function inverseFrequency(matching: number, entries: number): number {
  return Math.log(1 + (entries - matching + 0.5) / (matching + 0.5));
}

/** By how much each byte of an entry holds its words down, among entries of this size. */
export function lengthSlope(corpus: CorpusSize): number {
  return corpus.bytes === 0 ? 0 : (saturation * lengthShare * corpus.entries) / corpus.bytes;
}

/**
 * By how much the length of an entry holds its words down. The size of its file stands for the
 * number of its words: it is known unread.
 */
export function lengthNorm(bytes: number, slope: number): number {
  return saturation * (1 - lengthShare) + slope * bytes;
}

/**
 * What occurrences are worth, from 0 to `saturation + 1`: more of them add less and less, and in
 * a file longer than the average they count for less.
 *
 * @param weight occurrences times field weight times form weight, summed
 */
export function saturated(weight: number, norm: number): number {
  const frequency = weight / formWeights.exact;
  return (frequency * (saturation + 1)) / (frequency + norm);
}

/** How many tokens a model would count in the text; never negative. */
export type TokenEstimator = (text: string) => number;

/** A quick estimate without a tokenizer: about four letters of a Latin word are one token. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

import type { Memory } from './evaluation-set.js';

/** A way of searching that is measured. */
export interface RankingSystem {
  readonly name: string;
  /** Gets to know the memories, in the order of their paths, and answers questions about them. */
  prepare(memories: readonly Memory[]): Promise<Ranker>;
}

/** Ids of memories for a question, best first; what is not found is left out. */
export type Ranker = (question: string) => Promise<readonly string[]>;

/** Further ones count as not found, for every system alike. */
export const rankingDepth = 100;

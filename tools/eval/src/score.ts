/** How good a list of answers is, each figure from 0 to 1 and the mean over questions. */
export interface Score {
  readonly 'recall@1': number;
  readonly 'recall@5': number;
  readonly 'recall@10': number;
  /** Mean reciprocal rank of the first right answer. */
  readonly mrr: number;
}

/** One question's ranking and what would have been right. */
export interface Outcome {
  readonly ranking: readonly string[];
  readonly gold: readonly string[];
}

/** All zero when there are no outcomes. */
export function scoreOf(outcomes: readonly Outcome[]): Score {
  return {
    'recall@1': meanOf(outcomes, (outcome) => recallAt(1, outcome)),
    'recall@5': meanOf(outcomes, (outcome) => recallAt(5, outcome)),
    'recall@10': meanOf(outcomes, (outcome) => recallAt(10, outcome)),
    mrr: meanOf(outcomes, reciprocalRank),
  };
}

/** The share of the right answers among the first `depth`. */
export function recallAt(depth: number, { ranking, gold }: Outcome): number {
  const first = new Set(ranking.slice(0, depth));
  return gold.filter((id) => first.has(id)).length / gold.length;
}

function reciprocalRank({ ranking, gold }: Outcome): number {
  const position = ranking.findIndex((id) => gold.includes(id));
  return position === -1 ? 0 : 1 / (position + 1);
}

function meanOf(outcomes: readonly Outcome[], measure: (outcome: Outcome) => number): number {
  if (outcomes.length === 0) return 0;
  return outcomes.reduce((sum, outcome) => sum + measure(outcome), 0) / outcomes.length;
}

import { checkIndex } from '../index-file/check-index.js';
import type { Problem } from '../problem.js';

const budgetKinds = new Set(['index-over-lines', 'index-over-bytes', 'index-near-limit']);

/** What a writer must know of the index's limits at the moment of writing. */
export function indexBudgetProblems(text: string | undefined): Problem[] {
  if (text === undefined) return [];
  return checkIndex(text, []).filter((problem) => budgetKinds.has(problem.kind));
}

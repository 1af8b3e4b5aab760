import type { GuardOptions } from '@mem/core';
import { type AskOptions, askModel } from '../answer/ask-model.js';
import { listInAnswer } from '../answer/read-json-answer.js';
import type { ModelFunction } from '../model.js';
import { checkOperations } from './check-operations.js';
import type { DistillInput } from './distill-input.js';
import { distillPrompt } from './model-prompt.js';
import { type DistillationPlan, type Rejection, targetsOf } from './plan.js';
import { type Proposal, type Proposed, proposeByRules } from './rules.js';

export interface PlanOptions extends AskOptions {
  /** Asked for what rules cannot tell; without it, only what is sure is proposed. */
  readonly model?: ModelFunction | undefined;
  /** In characters; 200,000 when omitted. */
  readonly maxPromptLength?: number | undefined;
  /** What the store's guard is told; the model's words are judged by it, and secrets never pass. */
  readonly guard?: GuardOptions | undefined;
}

/** What can be known for sure of these values. Pure. */
export function planByRules(input: DistillInput): DistillationPlan {
  const { operations, findings } = proposeByRules(input);
  return planOf(input, { operations, findings }, [], []);
}

/**
 * What rules know for sure and, where there is a model, what it proposes beyond. Never throws
 * because of a model: one that fails, hangs or answers nonsense adds nothing but a notice, and of
 * a good answer each operation that is not safe is left out and named.
 */
export async function planDistillation(
  input: DistillInput,
  { model, guard, maxPromptLength, ...ask }: PlanOptions = {},
): Promise<DistillationPlan> {
  const sure = proposeByRules(input);
  if (model === undefined) return planOf(input, sure, [], []);
  const { request, shownWhole, omitted } = distillPrompt(input, sure.findings, maxPromptLength);
  const notices = omitted === undefined ? [] : [omitted];
  const answer = await askModel(model, request, ask);
  if ('failure' in answer) return planOf(input, sure, [], [...notices, answer.failure]);
  const answered = listInAnswer(answer.text, 'operations');
  if (answered === undefined) {
    const nonsense = 'The answer of the model holds no list of operations, so it was not used.';
    return planOf(input, sure, [], [...notices, nonsense]);
  }
  const taken = new Set(
    sure.operations
      .flatMap((operation) => targetsOf({ ...operation, id: '' }))
      .map(({ path }) => path),
  );
  const checked = checkOperations(answered, input, { shownWhole, taken, guard });
  const operations = [...sure.operations, ...checked.operations];
  return planOf(input, { ...sure, operations }, checked.rejected, notices);
}

function planOf(
  { now, memories, untouchable }: DistillInput,
  { operations, findings }: Proposed,
  rejected: readonly Rejection[],
  notices: readonly string[],
): DistillationPlan {
  return {
    version: 1,
    madeAt: now.toISOString(),
    entries: memories.length + untouchable.size,
    operations: operations.map((proposal: Proposal, at) => ({ id: String(at + 1), ...proposal })),
    findings,
    rejected,
    notices,
  };
}

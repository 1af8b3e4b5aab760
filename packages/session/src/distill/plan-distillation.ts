import { type GuardOptions, redactSecrets } from '@mem/core';
import { listInAnswer } from '../answer/read-json-answer.js';
import { type AskOptions, askModel } from '../ask-model.js';
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
  return planOf(input, 'none', proposeByRules(input));
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
  if (model === undefined) return planByRules(input);
  const sure = proposeByRules(input);
  const { request, shownWhole, omitted } = distillPrompt(input, sure.findings, maxPromptLength);
  const notices = omitted === undefined ? [] : [omitted];
  const answer = await askModel(model, request, ask);
  const answered = 'text' in answer ? listInAnswer(answer.text, 'operations') : undefined;
  if (answered === undefined) {
    const why = 'problem' in answer ? redactSecrets(answer.problem) : nonsense;
    return planOf(input, 'failed', sure, [...notices, why]);
  }
  const taken = new Set(sure.operations.flatMap(pathsOf));
  const checked = checkOperations(answered, input, { shownWhole, taken, guard });
  const operations = [...sure.operations, ...checked.operations];
  return planOf(input, 'answered', { ...sure, operations }, notices, checked.rejected);
}

const nonsense = 'The answer of the model holds no list of operations, so it was not used.';

function pathsOf(proposal: Proposal): string[] {
  return targetsOf({ ...proposal, id: '' }).map(({ path }) => path);
}

function planOf(
  { now, memories, untouchable }: DistillInput,
  model: DistillationPlan['model'],
  { operations, findings }: Proposed,
  notices: readonly string[] = [],
  rejected: readonly Rejection[] = [],
): DistillationPlan {
  return {
    version: 1,
    madeAt: now.toISOString(),
    model,
    entries: memories.length + untouchable.size,
    operations: operations.map((proposal, at) => ({ id: String(at + 1), ...proposal })),
    findings,
    rejected,
    notices,
  };
}

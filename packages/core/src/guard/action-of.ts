import { MemoryError } from '../errors.js';
import { type GuardAction, guardActions } from './finding.js';
import type { GuardOptions, GuardPolicy } from './guard-options.js';
import type { RuleFacts } from './hit.js';

/** What is done about a finding of a rule in an entry of that type. */
export function actionOf(
  rule: RuleFacts,
  type: string | undefined,
  options: GuardOptions,
): GuardAction {
  const chosen = lookUp(options.policy, rule, type) ?? rule.action;
  const strict = options.strict && chosen === 'warn' && isStrict(rule) ? 'refuse' : chosen;
  return strictest(strict, ...demands(options.atLeast, rule, type));
}

/** Dates and reasons are mended with a word; a refusal would lose more than it saves. */
export function isStrict({ group }: Pick<RuleFacts, 'group'>): boolean {
  return group !== 'relative-date' && group !== 'feedback';
}

export function strictest(...actions: readonly GuardAction[]): GuardAction {
  const ranks = actions.map((action) => guardActions.indexOf(action));
  return guardActions[Math.max(0, ...ranks)] as GuardAction;
}

/** A rule's own line beats its group's, and a type's own action that of the others. */
function lookUp(
  policy: GuardPolicy | undefined,
  rule: RuleFacts,
  type: string | undefined,
): GuardAction | undefined {
  return stated(policy, rule.id, type) ?? stated(policy, rule.group, type);
}

/** All lines that speak of the rule, since each is one below which nothing may fall. */
function demands(policy: GuardPolicy | undefined, rule: RuleFacts, type: string | undefined) {
  return [stated(policy, rule.id, type), stated(policy, rule.group, type)].filter(
    (action) => action !== undefined,
  );
}

function stated(
  policy: GuardPolicy | undefined,
  key: string,
  type: string | undefined,
): GuardAction | undefined {
  const line = policy && Object.hasOwn(policy, key) ? policy[key] : undefined;
  if (line === undefined || typeof line === 'string') return line;
  if (type !== undefined && Object.hasOwn(line, type)) return line[type];
  return Object.hasOwn(line, '*') ? line['*'] : undefined;
}

/** @throws MemoryError INVALID_ENTRY naming the line of the policy that is none */
export function checkPolicy(policy: GuardPolicy | undefined): void {
  if (policy === undefined) return;
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) {
    throw new MemoryError('INVALID_ENTRY', 'The guard’s policy must be an object.');
  }
  for (const [key, line] of Object.entries(policy)) {
    const actions = typeof line === 'object' && line !== null ? Object.values(line) : [line];
    if (actions.every((action) => guardActions.includes(action))) continue;
    throw new MemoryError(
      'INVALID_ENTRY',
      `The guard’s policy for ${JSON.stringify(key.slice(0, 60))} must be ${guardActions.join(', ')}, or an object of them by type.`,
    );
  }
}

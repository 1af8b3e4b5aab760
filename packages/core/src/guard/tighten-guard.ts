import { checkPolicy, strictest } from './action-of.js';
import { compileRules } from './compile-rules.js';
import { type GuardAction, guardGroups } from './finding.js';
import type { GuardOptions, GuardPolicy } from './guard-options.js';

/**
 * The options with what a project asks for on top. Settings that came with a repository can make
 * the guard stricter and add rules; where they ask for less, they change nothing.
 *
 * @throws MemoryError INVALID_ENTRY when the project's part cannot be used
 */
export function tightenGuard(own: GuardOptions, project: GuardOptions): GuardOptions {
  checkPolicy(project.policy);
  compileRules(project.rules ?? []);
  const demanded = project.strict ? [strictPolicy] : [];
  return {
    ...own,
    rules: [...(own.rules ?? []), ...(project.rules ?? [])],
    atLeast: [own.atLeast, project.policy, ruleActions(project), ...demanded].reduce<GuardPolicy>(
      (sum, policy) => stricter(sum, policy ?? {}),
      {},
    ),
  };
}

/** What `strict` makes of the groups; a project that asks for it gets all of it. */
const strictPolicy: GuardPolicy = Object.fromEntries(
  guardGroups
    .filter((group) => group !== 'relative-date' && group !== 'feedback')
    .map((group) => [group, 'refuse' satisfies GuardAction]),
);

/** The user's policy for a group does not switch a project's rule off. */
function ruleActions({ rules = [] }: GuardOptions): GuardPolicy {
  return Object.fromEntries(rules.map(({ id, action = 'warn' }) => [id, action]));
}

function stricter(one: GuardPolicy, other: GuardPolicy): GuardPolicy {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(keys.map((key) => [key, stricterLine(one[key], other[key])]));
}

type Line = GuardPolicy[string];

function stricterLine(one: Line | undefined, other: Line | undefined): Line {
  const [first, second] = [byType(one), byType(other)];
  const types = new Set(['*', ...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries(
    [...types].map((type) => [type, strictest(actionFor(first, type), actionFor(second, type))]),
  );
}

function byType(line: Line | undefined): Readonly<Record<string, GuardAction>> {
  if (line === undefined) return {};
  return typeof line === 'string' ? { '*': line } : line;
}

function actionFor(line: Readonly<Record<string, GuardAction>>, type: string): GuardAction {
  return line[type] ?? line['*'] ?? 'allow';
}

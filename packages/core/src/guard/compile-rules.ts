import { MemoryError } from '../errors.js';
import { guardActions, guardGroups } from './finding.js';
import type { GuardRule } from './guard-options.js';
import type { TextRule } from './hit.js';
import { type CompiledPattern, compilePattern } from './pattern/compile-pattern.js';
import { runPattern } from './pattern/run-pattern.js';

const compiled = new WeakMap<readonly GuardRule[], readonly TextRule[]>();
const mostRules = 100;

/**
 * A project's own rules, ready to run.
 *
 * @throws MemoryError INVALID_ENTRY naming the rule and what is wrong with it
 */
export function compileRules(rules: readonly GuardRule[]): readonly TextRule[] {
  const known = compiled.get(rules);
  if (known) return known;
  if (!Array.isArray(rules)) throw invalid('The guard’s rules must be a list.');
  if (rules.length > mostRules)
    throw invalid(`There are more than ${mostRules} rules of the guard.`);
  const made = rules.map(compileRule);
  compiled.set(rules, made);
  return made;
}

function compileRule(rule: GuardRule): TextRule {
  const pattern = checkedPattern(rule);
  const { id, message, fix, group = 'secret', action = 'warn' } = rule;
  return {
    id,
    group,
    action,
    title: message,
    ...(fix === undefined ? {} : { fix }),
    find: (text) => runPattern(pattern, text),
  };
}

/** Settings are written by hand, and come without types. */
function checkedPattern(rule: GuardRule): CompiledPattern {
  const { id, pattern, message, fix, group, action, ignoreCase } = (rule ?? {}) as GuardRule;
  if (typeof id !== 'string' || !/^[a-z][a-z0-9-]{0,60}$/.test(id)) {
    throw invalid('A rule of the guard has no id of lower case letters, digits and "-".');
  }
  const named = `The guard’s rule "${id}"`;
  if (typeof message !== 'string' || message.trim() === '' || message.length > 500) {
    throw invalid(`${named} has no message, or one of over 500 characters.`);
  }
  if (fix !== undefined && (typeof fix !== 'string' || fix.length > 500)) {
    throw invalid(`${named} has a fix that is no text of up to 500 characters.`);
  }
  if (group !== undefined && !guardGroups.includes(group)) {
    throw invalid(`${named} has an unknown group; use one of ${guardGroups.join(', ')}.`);
  }
  if (action !== undefined && !guardActions.includes(action)) {
    throw invalid(`${named} has an unknown action; use one of ${guardActions.join(', ')}.`);
  }
  if (ignoreCase !== undefined && typeof ignoreCase !== 'boolean') {
    throw invalid(`${named} has an ignoreCase that is neither true nor false.`);
  }
  if (typeof pattern !== 'string') throw invalid(`${named} has no pattern.`);
  const machine = compilePattern(pattern, ignoreCase === true);
  if ('fault' in machine) throw invalid(`${named} cannot be used: its pattern ${machine.fault}.`);
  return machine;
}

function invalid(message: string): MemoryError {
  return new MemoryError('INVALID_ENTRY', message);
}

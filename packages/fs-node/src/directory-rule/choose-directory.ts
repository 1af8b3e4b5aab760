import { MemoryError } from '@mem/core';
import { claudeCodeRule } from './claude-code-rule.js';
import { claudeSettingRule } from './claude-setting-rule.js';
import { environmentRule, optionRule } from './explicit-rules.js';
import { memJsonRule } from './mem-json-rule.js';
import type { DirectorySource, Rule } from './rule.js';
import type { Surroundings } from './surroundings.js';

export interface Step {
  readonly source: DirectorySource;
  readonly outcome: 'passed' | 'chosen' | 'refused';
  readonly explanation: string;
}

/** Which directory, and how that came about; `refusal` instead of a directory where none is safe. */
export interface DirectoryChoice {
  readonly steps: readonly Step[];
  readonly source?: DirectorySource;
  readonly directory?: string;
  readonly projectRoot?: string;
  /** The project that the memories are about. */
  readonly workspace?: string;
  readonly refusal?: MemoryError;
}

const rules: readonly Rule[] = [
  optionRule,
  environmentRule,
  memJsonRule,
  claudeSettingRule,
  claudeCodeRule,
];

/** Asks the rules in order; the first that does not pass decides. Reads, never writes. */
export function chooseDirectory(surroundings: Surroundings): DirectoryChoice {
  const steps: Step[] = [];
  for (const { source, apply } of rules) {
    const answer = apply(surroundings);
    steps.push({ source, outcome: answer.kind, explanation: answer.explanation });
    if (answer.kind === 'refused') {
      return { steps, source, refusal: new MemoryError('REFUSED', answer.explanation) };
    }
    if (answer.kind === 'chosen') {
      const { directory, projectRoot, workspace = projectRoot } = answer;
      return {
        steps,
        source,
        directory,
        ...(projectRoot !== undefined && { projectRoot }),
        ...(workspace !== undefined && { workspace }),
      };
    }
  }
  throw new Error('the last rule always decides');
}

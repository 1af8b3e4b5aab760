import type { Surroundings } from './surroundings.js';

/** Where a chosen directory comes from; stable, part of `mem where --json`. */
export type DirectorySource =
  | 'option'
  | 'environment'
  | 'mem-json'
  | 'claude-setting'
  | 'claude-code';

/** What one rule says. `explanation` is a sentence for `mem where`. */
export type RuleAnswer =
  | { readonly kind: 'passed'; readonly explanation: string }
  | { readonly kind: 'refused'; readonly explanation: string }
  | {
      readonly kind: 'chosen';
      readonly explanation: string;
      readonly directory: string;
      /** The project, where the directory belongs to one by its name alone. */
      readonly projectRoot?: string;
      /** The project that the memories are about, where the rule knows one. */
      readonly workspace?: string;
    };

export interface Rule {
  readonly source: DirectorySource;
  readonly apply: (surroundings: Surroundings) => RuleAnswer;
}

import type { ProblemKind } from '../problem.js';

/** What a rule looks for; policies may speak of a whole group. */
export const guardGroups = [
  'secret',
  'derivable',
  'short-lived',
  'relative-date',
  'feedback',
  'hidden-characters',
  'addresses-model',
] as const;

export type GuardGroup = (typeof guardGroups)[number];

/** `refuse`: nothing is written. `warn`: written, and told. `allow`: written without a word. */
export const guardActions = ['allow', 'warn', 'refuse'] as const;

export type GuardAction = (typeof guardActions)[number];

/** Something that should not be kept. Says where it stands, never what it is. */
export interface GuardFinding {
  /** The rule's stable id, such as `github-token`. */
  readonly rule: string;
  readonly group: GuardGroup;
  readonly action: GuardAction;
  /**
   * The field it stands in: `name`, `description`, `type`, `body`, `message`, `metadata.KEY`,
   * `header` for the header as it is written, `file` for a whole file.
   */
  readonly field: string;
  /** Of the field's text, counted from 1. */
  readonly line: number;
  /** In UTF-16 units, counted from 1; one more than the line is long where something is missing. */
  readonly column: number;
  /** One sentence for a person: what was found and what follows from it. */
  readonly message: string;
  /** What to do instead. */
  readonly fix?: string;
}

/** The kind of problem that a warning of the group is told as. */
export const problemKindOf: Readonly<Record<GuardGroup, ProblemKind>> = {
  secret: 'secret-suspected',
  derivable: 'fact-derivable',
  'short-lived': 'fact-short-lived',
  'relative-date': 'date-relative',
  feedback: 'feedback-without-reason',
  'hidden-characters': 'hidden-characters',
  'addresses-model': 'addresses-model',
};

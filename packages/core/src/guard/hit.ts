import type { GuardAction, GuardGroup } from './finding.js';

/** What every rule says of itself. */
export interface RuleFacts {
  readonly id: string;
  readonly group: GuardGroup;
  /** Without a policy. */
  readonly action: GuardAction;
  /** Completes "The body holds …". */
  readonly title: string;
  readonly fix?: string;
}

/** A place that a rule points at. Stays inside the guard: it knows the value. */
export interface Hit {
  readonly rule: RuleFacts;
  readonly field: string;
  /** UTF-16 offsets into the field's text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** In place of the rule's own advice. */
  readonly fix?: string;
}

/** Where in a text, from `start` up to, not including, `end`. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly fix?: string;
}

/** A rule that looks for itself. */
export interface TextRule extends RuleFacts {
  find(text: string): Iterable<Place>;
}

import type { GuardAction } from './finding.js';

/** One kind of secret. */
export interface SecretRule {
  readonly id: string;
  /** Completes "The body holds …". */
  readonly title: string;
  /** In lower case; a text without any of them holds none of the kind. None: always looked for. */
  readonly hints: readonly string[];
  /**
   * With the flag `g`. The first group, where there is one, is the value. Begins with a literal or
   * behind a boundary, so that no text makes it slow.
   */
  readonly pattern: RegExp;
  /** `refuse` when omitted. */
  readonly action?: GuardAction;
  /** True where the shape is so plain that a value broken by a line end cannot be told from prose. */
  readonly onOneLine?: boolean;
  /** What the shape alone cannot say. */
  isReal?(value: string, text: string, end: number): boolean;
}

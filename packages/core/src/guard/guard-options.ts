import type { GuardAction, GuardGroup } from './finding.js';

/**
 * What to do about a group (`short-lived`) or a single rule (`github-token`): for every entry, or by
 * the type of the entry, where `*` stands for all other types. A rule's own line beats its group's.
 */
export type GuardPolicy = Readonly<
  Record<string, GuardAction | Readonly<Record<string, GuardAction>>>
>;

/** A rule of a project's own. */
export interface GuardRule {
  /** Lower case letters, digits and `-`; not one of the built-in ids. */
  readonly id: string;
  /**
   * What to look for: a regular expression without back references, look-arounds and anchors other
   * than `^`, `$` (a line's) and `\b`. It is run in a time proportional to the text, whatever it is.
   */
  readonly pattern: string;
  readonly ignoreCase?: boolean;
  /** One sentence for a person. */
  readonly message: string;
  readonly fix?: string;
  /** `secret` when omitted. */
  readonly group?: GuardGroup;
  /** `warn` when omitted. */
  readonly action?: GuardAction;
}

export interface GuardOptions {
  /** Changes the built-in actions, which `strict` and `atLeast` may then raise. */
  readonly policy?: GuardPolicy;
  /** Refuses what is warned of, save for relative dates and feedback without its reason. */
  readonly strict?: boolean;
  /** Rules beside the built-in ones. */
  readonly rules?: readonly GuardRule[];
  /** Actions that nothing falls below: what a project asks for. See `tightenGuard`. */
  readonly atLeast?: GuardPolicy;
}

/** The texts to look at. Absent fields are not looked at. */
export interface GuardInput {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Decides which policy holds; looked at for secrets like any other header value. */
  readonly type?: string | undefined;
  readonly body?: string | undefined;
  /** Further values of the header. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The header as it is written in the file, where there is one. */
  readonly header?: string | undefined;
  /** The reason of a change, which goes into the history. */
  readonly message?: string | undefined;
  /** Any other text, as a whole: looked at for secrets, hidden characters and text to the model. */
  readonly file?: string | undefined;
}

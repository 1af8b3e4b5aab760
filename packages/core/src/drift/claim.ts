export type ClaimKind = 'path' | 'line' | 'symbol' | 'flag' | 'script' | 'commit' | 'date';

/**
 * - `present`: it is there; a date is still ahead
 * - `missing`: it is not there; a date has gone by
 * - `moved`: it is somewhere else, see `movedTo`
 * - `unknown`: that cannot be told here
 */
export type ClaimState = 'present' | 'missing' | 'moved' | 'unknown';

/** Something that a memory says exists, and whether it does. */
export interface Claim {
  readonly kind: ClaimKind;
  /** As written in the memory. */
  readonly text: string;
  readonly state: ClaimState;
  /** Path inside the workspace. */
  readonly movedTo?: string;
}

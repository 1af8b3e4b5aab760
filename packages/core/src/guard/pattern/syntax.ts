/** What one character may be; ranges are of code points, both ends included. */
export interface CharacterSet {
  readonly ranges: readonly (readonly [number, number])[];
  readonly isNegated: boolean;
}

export type PatternNode =
  | { readonly kind: 'empty' }
  | { readonly kind: 'set'; readonly set: CharacterSet }
  /** `^`, `$`, `\b`, `\B`. */
  | { readonly kind: 'assert'; readonly what: 'lineStart' | 'lineEnd' | 'wordEdge' | 'noWordEdge' }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly part: PatternNode;
      readonly least: number;
      readonly most: number;
    };

export const longestPattern = 500;
export const mostRepeats = 200;

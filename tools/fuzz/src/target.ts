/** A reader of ours, and what must be true whatever it is given. */
export interface Target {
  readonly name: string;
  /** Texts of the kind it reads, to begin from. */
  readonly seeds: readonly string[];
  /**
   * Reads the text and looks at what comes out.
   *
   * @throws whatever is wrong; errors of @mem that a caller is promised are caught inside
   */
  run(text: string): unknown;
}

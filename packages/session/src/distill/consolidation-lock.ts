/**
 * Who may consolidate a memory directory, shared with other programs that do so: in a directory it
 * is Claude Code's `.consolidate-lock` (`createConsolidationLock` of `@mem/fs-node`).
 */
export interface ConsolidationLock {
  /** When a consolidation was last begun, by any program, in milliseconds since 1970. */
  lastRun(): Promise<number | undefined>;
  /** Undefined while another program has it. */
  acquire(): Promise<HeldConsolidation | undefined>;
}

export interface HeldConsolidation {
  /**
   * Gives it back. `ran`: the time of the last run is now. Otherwise that is what it was before,
   * as if the lock had never been taken. Never rejects: what was done is done.
   */
  release(ran: boolean): Promise<void>;
}

import type { StoragePath } from '@mem/core';

/** What one change did to one file. */
export interface RecordedStep {
  readonly path: StoragePath;
  /** Steps on one path happened in the order of these numbers, in all processes. */
  readonly sequence: number;
  /** The bytes it met; null when there was no file, undefined when nobody looked. */
  readonly before: Uint8Array | null | undefined;
  /** The bytes it left; null when it removed the file. */
  readonly after: Uint8Array | null;
  /** True for several writes in one, between which others may have written too. */
  readonly isJoined?: boolean;
}

/** Who made a change, for its commit. */
export interface ChangeMaker {
  /** The program, as `mem` or `mem-mcp`. */
  readonly tool?: string;
  /** The agent that asked for it. */
  readonly agent?: string;
  /** Instead of the author in git's configuration. */
  readonly author?: { readonly name: string; readonly email: string };
}

/** A complete change that waits for its commit. */
export interface WaitingChange {
  readonly id: string;
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The id under which the storage keeps the old contents of its files. */
  readonly change?: string;
  /** The commit or the kept change that it took back. */
  readonly undoes?: string;
  readonly maker: ChangeMaker;
  /** True when what it wrote was already taken into the change before it. */
  readonly isAbsorbed: boolean;
  readonly steps: readonly RecordedStep[];
}

/** The step when nobody may see the file's contents any more: only that it was removed stays. */
export function withoutContents(step: RecordedStep): RecordedStep {
  return { ...step, before: undefined, after: null };
}

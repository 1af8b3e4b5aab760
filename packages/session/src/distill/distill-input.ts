import type { StoragePath } from '@mem/core';
import type { ParsedEntryFile } from '@mem/core/internal';

/** An entry's file with what it says. */
export interface KnownMemory {
  readonly path: StoragePath;
  readonly bytes: Uint8Array;
  /** The whole file, with line ends as they are, without a byte order mark. */
  readonly text: string;
  readonly parsed: ParsedEntryFile;
  /** Milliseconds since 1970, where known. */
  readonly modifiedAt?: number;
}

export interface KnownLog {
  readonly path: StoragePath;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly text: string;
}

/** Everything a plan is made from, as values. */
export interface DistillInput {
  readonly now: Date;
  /** Entries that may be changed, in order of paths. */
  readonly memories: readonly KnownMemory[];
  /** Entries that are left alone, with the reason: no header, one that cannot be read, … */
  readonly untouchable: ReadonlyMap<StoragePath, string>;
  /** Names of entries that are left alone, for links to them. */
  readonly otherNames: readonly { readonly path: StoragePath; readonly name: string }[];
  /** MEMORY.md; undefined when there is none. */
  readonly index: string | undefined;
  /** Daily logs, oldest first. */
  readonly logs: readonly KnownLog[];
}

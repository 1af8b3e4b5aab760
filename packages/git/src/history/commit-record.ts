import type { StoragePath } from '@mem/core';

/** What a commit did to one memory file. */
export interface CommitFile {
  readonly path: StoragePath;
  readonly action: 'added' | 'changed' | 'removed' | 'renamed';
  /** The path before, of a renamed file. */
  readonly from?: StoragePath;
}

/** One commit of the history of a memory directory. */
export interface CommitRecord {
  readonly id: string;
  readonly parents: readonly string[];
  readonly author: { readonly name: string; readonly email: string };
  /** When the change was made: ISO 8601 with the author's time zone. */
  readonly date: string;
  /** The first line of the message. */
  readonly subject: string;
  /** The whole message, trailers included. */
  readonly message: string;
  /** The `Key: value` lines at the end of the message, in order. */
  readonly trailers: readonly { readonly key: string; readonly value: string }[];
  /** The memory files it changed; of a log of one entry, only that entry's. */
  readonly files: readonly CommitFile[];
}

export function trailerOf({ trailers }: CommitRecord, key: string): string | undefined {
  return trailers.find((trailer) => trailer.key === key)?.value;
}

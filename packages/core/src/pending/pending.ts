import type { DeleteResult, EntryFields, SaveResult } from '../memory-store.js';
import type { Problem } from '../problem.js';
import type { Provenance } from '../provenance.js';
import type { StoragePath, Version } from '../storage.js';

/** A change that somebody who may not make it asks for. */
export interface ProposedChange {
  /** `save` makes an entry, or changes the one that answers to the name. */
  readonly kind: 'save' | 'update' | 'delete';
  /** The entry's name, its file's stem or its path. */
  readonly name: string;
  /** Nothing for a deletion; for the others as `save` and `update` take them. */
  readonly fields?: EntryFields | undefined;
  /** Why, in one line, for the person who decides. */
  readonly reason?: string | undefined;
  /** Who asks; that of the store when omitted. It is stamped on the entry when it is accepted. */
  readonly provenance?: Provenance | undefined;
  /** Where the words come from, in one line: a conversation, a web page, a file. */
  readonly origin?: string | undefined;
}

/** A change that waits for a person. */
export interface PendingChange extends ProposedChange {
  readonly id: string;
  /** When it was proposed, ISO 8601. */
  readonly at: string;
  readonly fields: EntryFields;
  /** The entry it was proposed for; absent when it makes a new one. */
  readonly path?: StoragePath;
}

/** A waiting change, and what it would do to the directory as it is now. */
export interface PendingView {
  readonly change: PendingChange;
  /** The file it would change or make; absent when none can be told. */
  readonly path?: StoragePath;
  /** The whole text of the file as it is; null when there is none. */
  readonly before: string | null;
  /** The whole text as it would be; null when the file would be gone, or when `obstacle` is set. */
  readonly after: string | null;
  /** What differs, line by line, as `diff -u` writes it. */
  readonly diff: string;
  /** What `before` is; pass it to `accept` to accept this difference. Null when there is no file. */
  readonly version: Version | null;
  /** The file is not as it was when the change was proposed: accepting needs `version`. */
  readonly changedSince: boolean;
  /** Why it cannot be accepted as it is. */
  readonly obstacle?: string;
}

export interface PendingList {
  /** Oldest first. */
  readonly changes: readonly PendingChange[];
  /** Waiting files that cannot be read; they hide no others, and `reject` takes them away too. */
  readonly problems: readonly Problem[];
}

export interface AcceptOptions {
  /**
   * The version of the difference that was looked at, null when there was no file. Needed when
   * the file was changed after the proposal; otherwise `ConflictError`.
   */
  readonly ifVersion?: Version | null;
  /**
   * Ids of the guard's rules that do not refuse this change but warn; true for all of them. Only
   * what a person at the keyboard gives.
   */
  readonly override?: true | readonly string[];
}

export interface AcceptedChange {
  readonly change: PendingChange;
  /** Of a save or an update. */
  readonly saved?: SaveResult;
  /** Of a deletion. */
  readonly deleted?: DeleteResult;
}

/**
 * Changes that wait for a person, beside the memory: no listing, search, recall, index or prompt
 * shows them. An id may be shortened as long as it is one change's only.
 */
export interface PendingEntries {
  /**
   * Keeps the change until somebody decides. What the guard refuses is not kept.
   *
   * @throws MemoryError LIMIT when too many wait or it is too large; nothing is dropped for it
   */
  add(change: ProposedChange): Promise<PendingChange>;
  list(): Promise<PendingList>;
  /** @throws NotFoundError */
  get(id: string): Promise<PendingView>;
  /**
   * Makes the change. Of several that accept one proposal at once exactly one makes it.
   *
   * @throws ConflictError when the file was changed since, or another process is deciding
   */
  accept(id: string, options?: AcceptOptions): Promise<AcceptedChange>;
  /** Changes the given fields of what is proposed. */
  edit(id: string, fields: EntryFields): Promise<PendingView>;
  /** Takes the proposal away; the directory stays as it is. */
  reject(id: string): Promise<void>;
}

/** So many may wait; the next one is refused until some are decided. */
export const maxPending = 200;

/** What one proposal may take, in bytes of its file. */
export const maxPendingBytes = 100_000;

/**
 * A checked path of a file inside the memory directory: segments joined by `/`, never absolute,
 * never leading out. Made by `storagePath`; see storage-path.ts for the rules.
 */
export type StoragePath = string & { readonly [pathBrand]: true };
declare const pathBrand: unique symbol;

/**
 * An opaque mark of a file's contents. Equal versions of one path mean equal bytes; unequal ones
 * may hold equal bytes too (which costs a re-read, nothing else). Compare only with `===`.
 */
export type Version = string;

export interface StoredFileInfo {
  readonly path: StoragePath;
  readonly version: Version;
  /** In bytes. */
  readonly size: number;
  /** When the bytes last changed, in milliseconds since 1970, where the backend knows. */
  readonly modifiedAt?: number;
}

export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly version: Version;
  readonly modifiedAt?: number;
}

/** Something that went wrong after the change was already done and visible. */
export interface StorageWarning {
  readonly path?: StoragePath;
  /** One line for a person. */
  readonly message: string;
}

export interface WriteOptions {
  /**
   * Omitted: write whatever is there. `null`: the file must be absent. A version: it must be the
   * current one. Otherwise `ConflictError`, with nothing changed. Bytes that are already there
   * are a success (`unchanged`) whatever was expected.
   */
  readonly expect?: Version | null;
}

export interface WriteResult {
  readonly version: Version;
  readonly outcome: 'created' | 'replaced' | 'unchanged';
  readonly warnings: readonly StorageWarning[];
}

export interface RemoveOptions {
  /** Omitted: remove whatever is there. A version: it must be the current one. */
  readonly expect?: Version;
}

export interface RemoveResult {
  readonly existed: boolean;
  readonly warnings: readonly StorageWarning[];
}

/** One logical change (a save, a delete, …), of one or more files, that is now complete. */
export interface Change {
  /** One line: what was done and, where known, why. */
  readonly message: string;
  readonly paths: readonly StoragePath[];
  /** The id of the recorded change that this one takes back. */
  readonly undoes?: string;
  /**
   * What the change left in files that people go on editing. A recoverable storage keeps it beside
   * the old bytes, so that an undo can tell the lines of the change from those written later.
   */
  readonly left?: ReadonlyMap<StoragePath, Uint8Array>;
}

export interface CheckpointResult {
  readonly warnings: readonly StorageWarning[];
  /** The id of the commit that holds the change, from a storage that makes commits. */
  readonly commit?: string;
  /** The id under which `changes` lists the change, from a recoverable storage. */
  readonly change?: string;
}

/**
 * Keeps bytes under paths. The sentences of the contract, each with the case that tests it, are
 * in docs/storage-contract.md; run `storageCases` from `@mem/core/storage-cases` against yours.
 */
export interface Storage {
  /** The file, or undefined when there is none. Rejects for every other failure. */
  read(path: StoragePath): Promise<StoredFile | undefined>;

  /**
   * Every file below the prefix (by whole segments; all when omitted), in no promised order,
   * without reading contents where the backend can. Files below `.mem/` only when asked for.
   */
  list(prefix?: StoragePath): AsyncIterable<StoredFileInfo>;

  /** Atomic: a reader sees the old bytes or the new ones, never part and never a gap. */
  write(path: StoragePath, bytes: Uint8Array, options?: WriteOptions): Promise<WriteResult>;

  /** Removing what is absent succeeds, unless a version was expected. */
  remove(path: StoragePath, options?: RemoveOptions): Promise<RemoveResult>;

  /** A storage that keeps history records the change now. Its failure is a warning, never an error. */
  checkpoint?(change: Change): Promise<CheckpointResult>;

  close?(): Promise<void>;
}

/**
 * A capability: hands over the bytes of all files in one fast pass, for a one-shot search.
 * A storage without it is listed and read file by file, with the same result.
 */
export interface Scannable {
  /**
   * Calls `visit` for every file that `list()` would yield and whose path `wanted` accepts.
   * The bytes are valid only during the call: the buffer is reused for the next file.
   */
  scan(
    wanted: (path: StoragePath) => boolean,
    visit: (path: StoragePath, bytes: Uint8Array) => void,
  ): Promise<void>;

  /** What `list()` yields, collected in one go. */
  listAll(): Promise<StoredFileInfo[]>;
}

/** One file of a recorded change. */
export interface RecordedFile {
  readonly path: StoragePath;
  /** The bytes before the change; null when there was no file; undefined when no copy is left. */
  readonly before: Uint8Array | null | undefined;
  /** The version that the change left; null when it removed the file. */
  readonly after: Version | null;
  /** The bytes that the change left, where its maker gave them and a copy is there. */
  readonly left?: Uint8Array;
}

export interface RecordedChange {
  readonly id: string;
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly files: readonly RecordedFile[];
  readonly undoes?: string;
}

/** A capability: keeps what was overwritten and removed, so that a change can be taken back. */
export interface Recoverable {
  /** Changes that were given to `checkpoint`, newest first. */
  changes(): AsyncIterable<RecordedChange>;
  /** Destroys every kept copy of this file. */
  purge(path: StoragePath): Promise<void>;
}

/** Something in the directory that is not a regular file with a readable name. */
export interface SkippedFile {
  /** As far as it can be shown; undecodable bytes of a name appear as U+FFFD. */
  readonly path: string;
  readonly reason: 'symlink' | 'not-a-file' | 'unreadable' | 'undecodable-name' | 'unsafe-name';
}

/** A capability: tells what `list()` passed over, so that `check` can show it. */
export interface ReportsSkipped {
  skipped(): Promise<readonly SkippedFile[]>;
}

export function reportsSkipped(storage: Storage): storage is Storage & ReportsSkipped {
  return 'skipped' in storage && typeof storage.skipped === 'function';
}

export function isScannable(storage: Storage): storage is Storage & Scannable {
  return 'scan' in storage && typeof storage.scan === 'function';
}

export function isRecoverable(storage: Storage): storage is Storage & Recoverable {
  return 'changes' in storage && typeof storage.changes === 'function';
}

/** A capability: tells of changes as they happen, those of others among them. */
export interface Watchable {
  /**
   * Paths of files that may hold something else than before; undefined: any may. It is a hint for
   * who wants to look again, no record: one change may be told twice or, where the system drops
   * events, not at all. Ends when the signal is aborted.
   */
  watch(signal: AbortSignal): AsyncIterable<StoragePath | undefined>;
}

export function isWatchable(storage: Storage): storage is Storage & Watchable {
  return 'watch' in storage && typeof storage.watch === 'function';
}

/** Up to where a caller knows the files of a storage. Only that storage can tell what it means. */
export type ChangeMark = object;

/** What became of the files since a mark. */
export interface FileChanges {
  /** For the next call. */
  readonly mark: ChangeMark;
  /** True: nothing is known of the time since the mark, and `changed` is every file there is. */
  readonly whole: boolean;
  /** As `list()` would yield them now; one that only may have changed can be among them. */
  readonly changed: readonly StoredFileInfo[];
  /** What is not there any more; empty when `whole`. */
  readonly removed: readonly StoragePath[];
}

/** A capability: tells what changed since an earlier call, for less than listing every file costs. */
export interface Followable {
  /**
   * The changes since a mark that this storage gave; all files without one. As true as `list()`: of
   * whatever anybody had done when it was called, nothing is left out.
   */
  changesSince(mark?: ChangeMark): Promise<FileChanges>;
}

export function isFollowable(storage: Storage): storage is Storage & Followable {
  return 'changesSince' in storage && typeof storage.changesSince === 'function';
}

export interface AppendResult {
  readonly warnings: readonly StorageWarning[];
}

/** A capability: adds lines to a file for less than reading and replacing it costs. */
export interface Appendable {
  /**
   * Adds whole lines, the last one ended, after what is there; the file is made when there is
   * none. A last line that lacks its end (its writer was killed) is ended first, with `\n`.
   * Writers of any number, also those that replace the file in the meantime, lose nothing, and
   * their lines never mix. An append that fails half-way (the disk is full) may leave the beginning
   * of its lines, which the next one ends.
   */
  append(path: StoragePath, lines: Uint8Array): Promise<AppendResult>;
}

export function isAppendable(storage: Storage): storage is Storage & Appendable {
  return 'append' in storage && typeof storage.append === 'function';
}

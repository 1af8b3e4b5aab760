import type { RenderContextOptions } from './context/render-context.js';
import type { Claim } from './drift/claim.js';
import type { Workspace } from './drift/workspace.js';
import type { EntrySummary, MemoryEntry } from './entry.js';
import type { GuardOptions } from './guard/guard-options.js';
import type { Ignore } from './ignore.js';
import type { MemoryType } from './memory-type.js';
import type { PendingEntries } from './pending/pending.js';
import type { Problem } from './problem.js';
import type { Provenance } from './provenance.js';
import type { RecallOptions, RecallResult } from './recall/recall.js';
import type { OutsideChanges } from './seen/changed-outside.js';
import type { StoragePath, Version } from './storage.js';

export interface MemoryStoreOptions {
  /** The current time; the system clock when omitted. */
  readonly now?: () => Date;
  /**
   * The header of new files: `flat` (`name`, `description`, `type`) or `nested` (`metadata:` with
   * `type` inside). `auto`, the default, follows the newest entries of the directory.
   */
  readonly newEntryShape?: 'auto' | 'flat' | 'nested';
  /** Entries that no reading call of this store shows, in addition to those that a call ignores. */
  readonly ignore?: Ignore | undefined;
  /** What must not be stored; the built-in rules and actions when omitted. */
  readonly guard?: GuardOptions | undefined;
  /** Who changes entries through this store, unless a call says otherwise. */
  readonly provenance?: Provenance | undefined;
  /**
   * Keep an index for searching from the first search on, as a server does that is there to search
   * again. Otherwise it is made by the second: most programs search once.
   */
  readonly keepIndex?: boolean | undefined;
}

/** What every reading call takes. */
export interface ReadOptions {
  /** Entries to act as if they did not exist, in counts and messages too. */
  readonly ignore?: Ignore | undefined;
}

/** What a caller may set of an entry. */
export interface EntryFields {
  readonly description?: string;
  readonly type?: MemoryType;
  readonly body?: string;
}

export interface SaveInput extends EntryFields {
  /** Which entry: its name, its file's stem or its path; a new one is made when there is none. */
  readonly name: string;
}

export interface ChangeOptions {
  /** The version the file must still have; otherwise `ConflictError`. */
  readonly ifVersion?: Version;
  /** Why, in one line: kept in the history where the storage has one. */
  readonly message?: string;
  /**
   * Ids of the guard's rules that do not refuse this change but warn; true for all of them. Only
   * what a person at the keyboard gives: a model that may override the guard has none.
   */
  readonly override?: true | readonly string[];
  /**
   * Who asks for the change: written into a new entry's header, and of an existing one brought up
   * to date where it stands already. That of the store when omitted.
   */
  readonly provenance?: Provenance | undefined;
}

/** The file of an entry as it is on the storage, header and body. */
export interface EntryFile {
  readonly path: StoragePath;
  readonly name: string;
  readonly version: Version;
  readonly bytes: Uint8Array;
}

export interface ReplaceOptions extends Omit<ChangeOptions, 'ifVersion'> {
  /** The version that was edited; `ConflictError` when the file is not at it any more. */
  readonly ifVersion: Version;
}

export interface SaveOptions extends Omit<ChangeOptions, 'ifVersion'> {
  /** The version the file must still have; null when it must not exist yet. */
  readonly ifVersion?: Version | null;
  /** Make a new entry although one with a near name (case, `-`, `_`, blank) exists. */
  readonly create?: boolean;
}

/** Size of the index as the agent's loader counts it: without front matter and block comments. */
export interface IndexSize {
  readonly lines: number;
  readonly bytes: number;
}

export interface SaveResult {
  readonly entry: MemoryEntry;
  readonly created: boolean;
  /** Files that hold other bytes than before; empty when all was there already. */
  readonly changed: readonly StoragePath[];
  readonly index: IndexSize;
  readonly warnings: readonly Problem[];
  /** Other entries that say much the same, most alike first. They are only named, never merged. */
  readonly similar: readonly SimilarEntry[];
}

/** An entry that is much like the one that was saved. */
export interface SimilarEntry {
  readonly path: StoragePath;
  readonly name: string;
  /** How much they share: from 0 to 1, which is all. */
  readonly score: number;
}

export interface RenameResult extends SaveResult {
  readonly from: StoragePath;
}

export interface DeleteResult {
  readonly deleted: readonly StoragePath[];
  readonly changed: readonly StoragePath[];
  readonly index: IndexSize;
  readonly warnings: readonly Problem[];
}

export interface DeleteOptions extends ChangeOptions {
  /** Keep no copy in the trash, and destroy the copies that are there. */
  readonly purge?: boolean;
}

export interface ListOptions extends ReadOptions {
  /** Only entries of this type; case does not matter. */
  readonly type?: string;
}

export interface ListResult {
  /** In order of their paths. */
  readonly entries: readonly EntrySummary[];
  /** What kept files from being read fully; one bad file never hides the others. */
  readonly problems: readonly Problem[];
}

export interface SearchOptions extends ReadOptions {
  /**
   * `ranked`, the default: the words of the query, best entries first; not every word must match.
   * `contains`: the whole query as one piece of text, case folded, in order of paths.
   */
  readonly mode?: 'ranked' | 'contains';
  /** Only entries of this type; case does not matter. */
  readonly type?: string;
  /** Only entries with this tag in their header's `tags`; case does not matter. */
  readonly tag?: string;
  /** Only entries that were modified at this moment or later. */
  readonly modifiedSince?: Date;
  /** Only entries that were last modified before this moment. */
  readonly modifiedBefore?: Date;
  /** At most this many hits; 20 when omitted. */
  readonly limit?: number;
  /** Say in each hit how its score came about. */
  readonly explain?: boolean;
}

/** A piece of a text, in UTF-16 units: from `start` up to, not including, `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What one word of the query adds to the score of a hit. */
export interface ScorePart {
  /** What was looked for, folded: a word, a part of an identifier, or a pair of characters. */
  readonly term: string;
  /** Its contribution; those of all parts add up to the score. */
  readonly score: number;
  /** How rare the term is, times its share in the query. */
  readonly rarity: number;
  /** In how many entries it stands. */
  readonly entries: number;
  /** How often it stands where, with what each place weighs. */
  readonly occurrences: readonly {
    readonly field: 'name' | 'description' | 'body';
    /** The term itself, an inflected form of it, or a longer word that begins with it. */
    readonly form: 'exact' | 'variant' | 'prefix';
    readonly count: number;
    readonly weight: number;
  }[];
}

export interface SearchHit {
  readonly path: StoragePath;
  readonly name: string;
  readonly type?: string;
  readonly description?: string;
  /** Higher is better; comparable within one result only. */
  readonly score: number;
  /** Text around the best match, one line, cut with `…`. */
  readonly snippet: string;
  /** Where the matched words stand in the snippet, in order. */
  readonly marks: readonly TextRange[];
  /** Present when it was asked for. */
  readonly explanation?: readonly ScorePart[];
}

export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** Words of the query that match nothing. */
  readonly missing: readonly string[];
}

/** 4,000 characters unless a limit is given; the `index` format then keeps to the loader's. */
export interface ContextOptions extends ReadOptions, Omit<RenderContextOptions, 'format'> {
  /**
   * `markdown`, the default, and `xml` show whole entries; `index` shows MEMORY.md as the agent's
   * loader would, and bodies are read on demand.
   */
  readonly format?: 'markdown' | 'xml' | 'index' | undefined;
}

export interface ContextResult {
  readonly text: string;
  readonly included: readonly StoragePath[];
  readonly omitted: readonly StoragePath[];
  /** Estimate for the whole text. */
  readonly tokens: number;
}

export interface IndexLinkInfo {
  readonly path: StoragePath;
  readonly title: string;
  readonly hook: string;
}

export interface CheckResult {
  readonly problems: readonly Problem[];
  readonly index: IndexSize & {
    readonly linked: readonly IndexLinkInfo[];
    /** Paths that the index links to and that are not there. */
    readonly dangling: readonly string[];
    /** Entries that the index does not link to. */
    readonly unindexed: readonly StoragePath[];
  };
}

export interface ReindexResult {
  readonly changed: readonly StoragePath[];
  readonly added: readonly StoragePath[];
  /** Links to files that are gone, taken out. */
  readonly dropped: readonly string[];
  /** Lines that went or lost such a link, as they were. */
  readonly droppedLines: readonly string[];
  /** Entries whose line followed their description. */
  readonly refreshed: readonly StoragePath[];
  /** Where the index of before is kept, when anything was dropped. */
  readonly backup?: StoragePath;
  readonly index: IndexSize;
  /** Among them what is still wrong with the index. */
  readonly warnings: readonly Problem[];
}

export interface LoadedIndex extends IndexSize {
  /** MEMORY.md as an agent sees it at start, cut to the loader's limits, with a line that says so. */
  readonly text: string;
  /** Lines that were cut; 0 when all is seen. */
  readonly cutLines: number;
}

export interface RecallEntriesOptions extends ReadOptions, RecallOptions {}

export interface VerifyEntriesOptions extends ReadOptions {
  /** One entry, by name, file stem or path; all when omitted. */
  readonly target?: string | undefined;
  /** Claims that are not judged by then are `unknown`. */
  readonly signal?: AbortSignal | undefined;
}

export interface VerifiedEntry {
  readonly path: StoragePath;
  readonly name: string;
  readonly claims: readonly Claim[];
}

export interface VerifyResult {
  /** In order of paths; entries that claim nothing have no claims. */
  readonly entries: readonly VerifiedEntry[];
}

export interface UndoOptions {
  /** Take back the newest change that can be; those that cannot are named in the warnings. */
  readonly passOver?: boolean;
}

export interface UndoResult {
  /** The message of the change that was taken back. */
  readonly undone: string;
  readonly changed: readonly StoragePath[];
  readonly warnings: readonly Problem[];
}

/**
 * A memory directory, with all its rules, on any storage. Reading calls never write. Methods throw
 * `MemoryError`; a directory with broken files throws nothing: see `problems`.
 */
export interface MemoryStore {
  /** Makes an entry, or changes the given fields of the entry that answers to the name. */
  save(input: SaveInput, options?: SaveOptions): Promise<SaveResult>;
  /** Changes the given fields of an existing entry; every other byte of its file stays. */
  update(target: string, fields: EntryFields, options?: ChangeOptions): Promise<SaveResult>;
  /** By name, file stem or path. Throws `NotFoundError` or `AmbiguousError`. */
  get(target: string, options?: ReadOptions): Promise<MemoryEntry>;
  /** The same entry as the bytes of its file, for an editor. */
  getFile(target: string, options?: ReadOptions): Promise<EntryFile>;
  /**
   * Puts an edited file, header and body, in the place of the one from `getFile`. A header that
   * cannot be read, a name that is taken, any problem that was not there before is refused; the
   * entry keeps its path, whatever its name is now.
   */
  replaceFile(target: string, bytes: Uint8Array, options: ReplaceOptions): Promise<SaveResult>;
  list(options?: ListOptions): Promise<ListResult>;
  /** Changes name and file; other bodies stay, and links that now lead nowhere are warnings. */
  rename(target: string, newName: string, options?: ChangeOptions): Promise<RenameResult>;
  delete(target: string, options?: DeleteOptions): Promise<DeleteResult>;
  search(query: string, options?: SearchOptions): Promise<SearchResult>;
  /** The few entries that matter for a query. Never throws: what went wrong is in `notes`. */
  recall(query: string, options?: RecallEntriesOptions): Promise<RecallResult>;
  /** Whether what entries claim about a workspace still holds. */
  verify(workspace: Workspace, options?: VerifyEntriesOptions): Promise<VerifyResult>;
  /** The block of text to put into a model's prompt. */
  context(options?: ContextOptions): Promise<ContextResult>;
  /** All problems of the directory. */
  check(options?: ReadOptions): Promise<CheckResult>;
  /**
   * Entries, and the index, that somebody else than this toolkit made, changed or removed since that
   * was last accepted: where a planted text would show. With `accept`, they are known from then on.
   */
  changedOutside(options?: { readonly accept?: boolean }): Promise<OutsideChanges>;
  /** Adds unlisted entries to the index, takes out dead links; keeps everything else. */
  reindex(options?: Pick<ChangeOptions, 'message'>): Promise<ReindexResult>;
  /** MEMORY.md as an agent sees it at start. */
  loadIndex(options?: ReadOptions): Promise<LoadedIndex>;
  /**
   * Takes the last recorded change back. Only where the storage keeps old bytes. Of the index only
   * the lines of that change; a file that was written anew since is refused with `CONFLICT`, a change
   * that cannot be taken back (purged, nothing left of it) with `REFUSED`.
   */
  undo(options?: UndoOptions): Promise<UndoResult>;
  /** Changes that wait for a person to decide. */
  readonly pending: PendingEntries;
  close(): Promise<void>;
}

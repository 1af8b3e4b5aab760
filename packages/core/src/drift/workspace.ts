/** What is at a path; `unknown` where the workspace cannot tell, as for paths outside of it. */
export type PathKind = 'file' | 'directory' | 'none' | 'unknown';

/** Paths that were found; `complete` is false when not everything could be looked through. */
export interface FoundPaths {
  readonly paths: readonly string[];
  readonly complete: boolean;
}

export interface PackageFacts {
  /** Names of the scripts of every package in the workspace. */
  readonly scripts: readonly string[];
  /** Names of the packages they depend on. */
  readonly dependencies: readonly string[];
  /** False when there may be packages that were not read: then no script is called missing. */
  readonly complete?: boolean | undefined;
}

/**
 * The place a memory speaks about, usually a project's directory; only looked at, never changed.
 * Paths are inside the workspace, with `/` between segments. A workspace that cannot answer says
 * so (`unknown`, `undefined`, not `complete`): then nothing is called missing.
 */
export interface Workspace {
  /** Takes absolute paths and `~/…` too, as a memory may hold them. */
  kindOf(path: string): Promise<PathKind>;
  /**
   * Files and folders with this name, case ignored; with `anySuffix`, those that have a suffix
   * after it as well. What lies in folders of installed packages is left out.
   */
  find(name: string, options?: { readonly anySuffix?: boolean }): Promise<FoundPaths>;
  /** The number of lines; undefined for what is no text, not there or too large. */
  lineCount(path: string): Promise<number | undefined>;
  /**
   * For each piece of text whether some text file holds it, not as part of a longer word.
   * A piece about which that cannot be told is not in the answer.
   */
  holdsWords(words: readonly string[]): Promise<ReadonlyMap<string, boolean>>;
  /** Whether the history holds the commit; undefined where there is no (whole) history. */
  hasCommit(hash: string): Promise<boolean | undefined>;
  /** Where the history says that a file which is gone was renamed to. */
  renamedTo(path: string): Promise<string | undefined>;
  /** Undefined where there is no package file that can be read. */
  packages(): Promise<PackageFacts | undefined>;
}

import type { GuardOptions, MemoryStore, Problem, Storage } from '@mem/core';
import type { DirectoryChoice } from '@mem/fs-node/directory-rule';
import type { Completes, globalOptions, OptionTable, OptionValues } from './arguments/option.js';
import type { GitWork } from './history/open-git-store.js';
import type { Recorded } from './history/recorded.js';
import type { Page } from './terminal/page.js';
import type { World } from './world.js';

/** One verb: what it takes, how it is explained, what it does. */
export interface Command<Options extends OptionTable = OptionTable> {
  /** The words after `mem`, for the first line of the help. */
  readonly usage: string;
  readonly summary: string;
  /** What the summary leaves open, for the help of this verb. */
  readonly details: string;
  readonly options: Options;
  /** Least and most positional arguments. */
  readonly positionals: readonly [number, number];
  /** What the first positional argument is one of, for completion. */
  readonly completes?: Completes;
  readonly examples: readonly string[];
  run(call: Call<Options>): Promise<Outcome>;
}

export interface Call<Options extends OptionTable> {
  readonly options: OptionValues<Options & typeof globalOptions>;
  readonly positionals: readonly string[];
  readonly world: World;
  /** Which directory, and why; its refusal is a value here, for `where`. */
  choose(): DirectoryChoice;
  /** What must not be stored there, by the user's settings and the project's. */
  guard(): Promise<GuardOptions>;
  /** For reading: the directory must be there. What is ignored is in no answer of the store. */
  read<Result>(
    work: (store: MemoryStore, storage: Storage) => Promise<Result>,
  ): Promise<InDirectory<Result>>;
  /**
   * For writing: a directory that a rule chose (not `--dir` or MEM_DIR) is made when absent. Where
   * a history is kept, each change of the store is a commit, and the work gets the history too.
   */
  write<Result>(
    work: (store: MemoryStore, git: GitWork | undefined, storage: Storage) => Promise<Result>,
  ): Promise<Written<Result>>;
  /**
   * For reading the history of a directory, whoever keeps it. Refused while memories are ignored:
   * what they once were called or held cannot be told from the rest.
   */
  readHistory<Result>(
    work: (git: GitWork, store: MemoryStore) => Promise<Result>,
  ): Promise<InDirectory<Result>>;
}

export interface InDirectory<Result> {
  readonly directory: string;
  readonly result: Result;
  /** What went wrong beside the work itself, after it was done. */
  readonly warnings: readonly Problem[];
}

export interface Written<Result> extends InDirectory<Result> {
  /** Null where no history is kept. */
  readonly history: Recorded | null;
}

export interface Outcome {
  /** The document of `--json`; its keys come in the order that docs/cli.md gives. */
  readonly json: unknown;
  readonly page: Page;
  /** Lines for standard error: warnings, hints. Not in JSON mode, where the document has them. */
  readonly notes?: Page;
  /** 0 when omitted. */
  readonly exitCode?: number;
}

/** Ties the types of a verb's options to its `run`. */
export function defineCommand<const Options extends OptionTable>(
  command: Command<Options>,
): Command {
  // Sound because the arguments are parsed with this very option table.
  return command as unknown as Command;
}

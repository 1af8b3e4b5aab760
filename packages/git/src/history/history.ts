import {
  NotFoundError,
  type Storage,
  type StoragePath,
  storagePath,
  type UndoOptions,
} from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import type { Repository } from '../repository.js';
import { type GitHistory, type GitOptions, withGit } from '../with-git.js';
import { type BlamedLine, blameFile } from './blame.js';
import type { CommitRecord } from './commit-record.js';
import { diffCommits, diffDirectory } from './diff.js';
import type { EntryDiff } from './entry-diff.js';
import { type LogOptions, readLog } from './log.js';
import { requireRepository } from './require-repository.js';
import { restoreAll, restoreFile } from './restore.js';
import { findRevision, resolveRevision } from './revision.js';
import { showFile } from './show.js';
import { type UndoneChange, undoLast } from './undo.js';
import type { WrittenChange } from './write-change.js';

export interface OpenHistoryOptions extends Omit<GitOptions, 'directory'> {
  /** The storage of that directory, through which old contents come back; on the disk when omitted. */
  readonly storage?: Storage;
}

export interface DiffOptions {
  /** The commit to compare with; the last one when omitted. */
  readonly from?: string;
  /** The commit that is compared; what the directory holds now when omitted. */
  readonly to?: string;
  /** Only this entry. */
  readonly path?: string;
}

/**
 * What happened to the memories of a directory, and the way back. Paths are those inside the
 * memory directory; a revision is whatever git takes for a commit: an id, `HEAD~2`, a branch.
 * Methods throw `MemoryError`: `NOT_FOUND` where there is no history, entry or revision.
 */
export interface History {
  /** The commits, newest first; of one entry also those from before it was renamed. */
  log(
    options?: Pick<LogOptions, 'limit' | 'since'> & { readonly path?: string },
  ): Promise<CommitRecord[]>;
  /** What changed, entry by entry, each as fields, lines and a unified diff. */
  diff(options?: DiffOptions): Promise<EntryDiff[]>;
  /** Which commit brought each line of the entry, as the revision (`HEAD` when omitted) has it. */
  blame(path: string, revision?: string): Promise<BlamedLine[]>;
  /** The file as a commit has it, byte for byte, also under the name that it had then. */
  show(path: string, revision: string): Promise<Uint8Array>;
  /**
   * Gives one file, or with `all` every entry and the index, the contents of a commit, as a new
   * change. Logs are no entries: `all` leaves them as they are.
   */
  restore(path: string | { readonly all: true }, revision: string): Promise<WrittenChange>;
  /**
   * Takes the last change back that was made here with this toolkit, as a new change; later changes
   * of other places stay. `REFUSED` while it cannot be committed, `CONFLICT` where it is in the way;
   * with `passOver`, the newest one that can be taken back is.
   */
  undo(options?: UndoOptions): Promise<UndoneChange>;
}

/** Opens the history that `withGit` keeps for a memory directory. Reading never makes one. */
export function openHistory(directory: string, options: OpenHistoryOptions = {}): History {
  return new DirectoryHistory(directory, options);
}

class DirectoryHistory implements History {
  readonly #directory: string;
  readonly #options: OpenHistoryOptions;
  readonly #storage: Storage & GitHistory;

  constructor(directory: string, options: OpenHistoryOptions) {
    this.#directory = directory;
    this.#options = options;
    this.#storage = historyStorage(directory, options);
  }

  async log({ path, limit, since }: Parameters<History['log']>[0] = {}): Promise<CommitRecord[]> {
    return await readLog(await this.#repository(), { path: checked(path), limit, since });
  }

  async diff({ from, to, path }: DiffOptions = {}): Promise<EntryDiff[]> {
    const repository = await this.#repository();
    const start = await (from === undefined
      ? findRevision(repository, 'HEAD')
      : resolveRevision(repository, from));
    const entry = checked(path);
    if (to === undefined)
      return await diffDirectory(repository, this.#storage, start, { path: entry });
    return await diffCommits(repository, start, await resolveRevision(repository, to), {
      path: entry,
    });
  }

  async blame(path: string, revision = 'HEAD'): Promise<BlamedLine[]> {
    const { repository, entry, commit } = await this.#place(path, revision);
    const shown = await showFile(repository, entry, commit);
    if (shown === undefined) throw absent(entry, revision);
    return await blameFile(repository, shown.path, commit);
  }

  async show(path: string, revision: string): Promise<Uint8Array> {
    const { repository, entry, commit } = await this.#place(path, revision);
    const shown = await showFile(repository, entry, commit);
    if (shown === undefined) throw absent(entry, revision);
    return shown.bytes;
  }

  async restore(path: string | { readonly all: true }, revision: string): Promise<WrittenChange> {
    const repository = await this.#repository();
    const commit = await resolveRevision(repository, revision);
    if (typeof path !== 'string') return await restoreAll(repository, this.#storage, commit);
    return await restoreFile(repository, this.#storage, storagePath(path), commit);
  }

  async undo(undoOptions?: UndoOptions): Promise<UndoneChange> {
    const repository = await this.#repository();
    const options = { ...this.#options, directory: this.#directory };
    return await undoLast({ repository, storage: this.#storage, options }, undoOptions);
  }

  async #place(path: string, revision: string) {
    const entry = storagePath(path);
    const repository = await this.#repository();
    return { repository, entry, commit: await resolveRevision(repository, revision) };
  }

  #repository(): Promise<Repository> {
    return requireRepository(this.#directory, this.#options);
  }
}

/** The storage that writes of the history go through, each recorded as a change. */
export function historyStorage(
  directory: string,
  options: OpenHistoryOptions,
): Storage & GitHistory {
  const { storage = createDirectoryStorage(directory), ...rest } = options;
  return isRecording(storage) ? storage : withGit(storage, { ...rest, directory });
}

function isRecording(storage: Storage): storage is Storage & GitHistory {
  return 'catchUp' in storage && typeof storage.catchUp === 'function';
}

function checked(path: string | undefined): StoragePath | undefined {
  return path === undefined ? undefined : storagePath(path);
}

function absent(path: StoragePath, revision: string): NotFoundError {
  return new NotFoundError(
    `${path} is not in ${JSON.stringify(revision.slice(0, 200))}; see its log for the commits that have it.`,
  );
}

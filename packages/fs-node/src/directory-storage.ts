import type {
  Appendable,
  AppendResult,
  Change,
  ChangeMark,
  CheckpointResult,
  FileChanges,
  Followable,
  Recoverable,
  RemoveOptions,
  RemoveResult,
  ReportsSkipped,
  Scannable,
  SkippedFile,
  Storage,
  StoragePath,
  StoredFile,
  StoredFileInfo,
  Watchable,
  WriteOptions,
  WriteResult,
} from '@mem/core';
import type { DirectoryChanges } from './directory-changes.js';
import { asMemoryError, reporting } from './failures.js';
import { FileFollower } from './file-follower.js';
import { type FileSystem, localFileSystem } from './file-system.js';
import { FileLister, iterateFiles } from './list-files.js';
import { type Durability, MemoryDirectory } from './memory-directory.js';
import { readFile } from './read-file.js';
import { Scanner } from './scan-files.js';
import { walk } from './walk.js';
import { watchFiles } from './watch-files.js';

export interface DirectoryStorageOptions {
  /** In bytes; 16 MiB when omitted. Larger files are listed but neither read nor scanned. */
  readonly maxFileSize?: number;
  /**
   * What a write that has resolved survives. `process`, the default: a killed process; its bytes
   * are synced to the disk too, but their name may be lost in a power cut. `power`: that as well,
   * for one more sync a folder.
   */
  readonly durability?: Durability;
  /** Where the directory is; the machine's own file system when omitted. */
  readonly fileSystem?: FileSystem;
  /** Milliseconds since 1970, by the same clock as the file system; `Date.now` when omitted. */
  readonly now?: () => number;
}

/** It is watchable where its file system can be watched. */
export type DirectoryStorage = Storage &
  Appendable &
  Scannable &
  Followable &
  Recoverable &
  ReportsSkipped &
  Partial<Watchable>;

/**
 * A storage on a directory of the machine, safe with any number of writers in any number of
 * processes. The directory need not exist: reading then finds nothing and makes nothing, and the
 * first write makes it.
 */
export function createDirectoryStorage(
  directory: string,
  options: DirectoryStorageOptions = {},
): DirectoryStorage {
  return new StorageOnDirectory(
    new MemoryDirectory(directory, {
      fileSystem: options.fileSystem ?? localFileSystem,
      maxFileSize: options.maxFileSize ?? 16 * 1024 * 1024,
      durability: options.durability ?? 'process',
      now: options.now ?? Date.now,
    }),
  );
}

class StorageOnDirectory implements DirectoryStorage {
  readonly #directory: MemoryDirectory;
  readonly #scanner: Scanner;
  readonly #lister: FileLister;
  readonly #follower: FileFollower;
  #opened: Promise<DirectoryChanges> | undefined;
  readonly watch?: Watchable['watch'];

  constructor(directory: MemoryDirectory) {
    this.#directory = directory;
    if (directory.fileSystem.watch) this.watch = (signal) => watchFiles(directory, signal);
    this.#scanner = new Scanner(directory);
    this.#lister = new FileLister(directory);
    this.#follower = new FileFollower(directory, this.#lister);
  }

  read(path: StoragePath): Promise<StoredFile | undefined> {
    return reporting('read', path, () => readFile(this.#directory, path));
  }

  async *list(prefix?: StoragePath): AsyncGenerator<StoredFileInfo> {
    try {
      yield* iterateFiles(this.#directory, prefix);
    } catch (error) {
      throw asMemoryError('list', prefix, error);
    }
  }

  listAll(): Promise<StoredFileInfo[]> {
    return reporting('list', undefined, () => this.#lister.listAll());
  }

  changesSince(mark?: ChangeMark): Promise<FileChanges> {
    return reporting('list', undefined, () => this.#follower.changesSince(mark));
  }

  scan(...[wanted, visit]: Parameters<Scannable['scan']>): Promise<void> {
    return reporting('list', undefined, () => this.#scanner.scan(wanted, visit));
  }

  skipped(): Promise<readonly SkippedFile[]> {
    return reporting('list', undefined, () => {
      const skipped: SkippedFile[] = [];
      const folders = walk(this.#directory, undefined, (path, reason) => {
        skipped.push({ path, reason });
      });
      for (const _ of folders);
      return skipped;
    });
  }

  async write(
    path: StoragePath,
    bytes: Uint8Array,
    options: WriteOptions = {},
  ): Promise<WriteResult> {
    // The caller may change its array while this waits for the lock.
    const request = { path, bytes: new Uint8Array(bytes), expect: options.expect };
    return (await this.#changes()).write(request);
  }

  async append(path: StoragePath, lines: Uint8Array): Promise<AppendResult> {
    // The caller may change its array while this waits for the lock.
    return (await this.#changes()).append({ path, lines: new Uint8Array(lines) });
  }

  async remove(path: StoragePath, options: RemoveOptions = {}): Promise<RemoveResult> {
    return (await this.#changes()).remove({ path, expect: options.expect });
  }

  async checkpoint(change: Change): Promise<CheckpointResult> {
    return (await this.#changes()).checkpoint(change);
  }

  async *changes(): ReturnType<Recoverable['changes']> {
    yield* (await this.#changes()).recorded();
  }

  async purge(path: StoragePath): Promise<void> {
    return (await this.#changes()).purge(path);
  }

  async close(): Promise<void> {
    this.#follower.close();
  }

  /** Loaded when it is first wanted: a program that searches once starts sooner without it. */
  #changes(): Promise<DirectoryChanges> {
    this.#opened ??= import('./directory-changes.js').then(
      ({ DirectoryChanges }) => new DirectoryChanges(this.#directory),
      (error) => {
        // Too many open files, say: the next change may load it.
        this.#opened = undefined;
        throw asMemoryError('write', undefined, error);
      },
    );
    return this.#opened;
  }
}

import type {
  Change,
  CheckpointResult,
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
import { OpenSteps, recordChange, recordedChanges } from './change-log.js';
import { refuseHidden } from './conditions.js';
import { asMemoryError, errorCode, type Operation, reporting } from './failures.js';
import { type FileSystem, localFileSystem } from './file-system.js';
import { FileLister, iterateFiles } from './list-files.js';
import { type Durability, MemoryDirectory } from './memory-directory.js';
import { readFile } from './read-file.js';
import { removeFile } from './remove-file.js';
import { Scanner } from './scan-files.js';
import { Trash } from './trash.js';
import { walk } from './walk.js';
import { watchFiles } from './watch-files.js';
import { Workplace } from './workplace.js';
import { writeFile } from './write-file.js';

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
  Scannable &
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
  readonly #steps = new OpenSteps();
  #workplace: Workplace | undefined;
  readonly watch?: Watchable['watch'];

  constructor(directory: MemoryDirectory) {
    this.#directory = directory;
    if (directory.fileSystem.watch) this.watch = (signal) => watchFiles(directory, signal);
    this.#scanner = new Scanner(directory);
    this.#lister = new FileLister(directory);
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

  write(path: StoragePath, bytes: Uint8Array, options: WriteOptions = {}): Promise<WriteResult> {
    // The caller may change its array while this waits for the lock.
    const request = { path, bytes: new Uint8Array(bytes), expect: options.expect };
    return this.#change('write', path, () =>
      writeFile(this.#directory, () => this.#work(), this.#steps, request),
    );
  }

  remove(path: StoragePath, options: RemoveOptions = {}): Promise<RemoveResult> {
    const request = { path, expect: options.expect };
    return this.#change('remove', path, () =>
      removeFile(this.#directory, () => this.#work(), this.#steps, request),
    );
  }

  async checkpoint(change: Change): Promise<CheckpointResult> {
    const steps = this.#steps.take(change.paths);
    if (steps.size === 0) return { warnings: [] };
    try {
      const { root, trash } = this.#work();
      const { fileSystem, now } = this.#directory;
      recordChange(fileSystem, root, trash, change, steps, now());
      return { warnings: [] };
    } catch (error) {
      const code = errorCode(error) ?? 'unknown error';
      const message = `The change is made, but could not be recorded for undo (${code}).`;
      return { warnings: [{ message }] };
    }
  }

  async *changes(): ReturnType<Recoverable['changes']> {
    const root = this.#directory.root();
    if (root === undefined) return;
    try {
      yield* recordedChanges(this.#directory.fileSystem, this.#trash(root));
    } catch (error) {
      throw asMemoryError('read', undefined, error);
    }
  }

  purge(path: StoragePath): Promise<void> {
    return reporting('purge', path, () => {
      const root = this.#directory.root();
      if (root === undefined) return;
      this.#trash(root).purge(path);
      this.#steps.forget(path);
    });
  }

  #trash(root: string): Trash {
    const { fileSystem, now } = this.#directory;
    return new Trash({ fileSystem, root, now });
  }

  #work(): Workplace {
    this.#workplace ??= new Workplace(this.#directory);
    return this.#workplace;
  }

  /** Runs it once more when somebody has removed `.mem/`, or all, since the last write. */
  #change<T>(operation: Operation, path: StoragePath, action: () => Promise<T>): Promise<T> {
    return reporting(operation, path, async () => {
      refuseHidden(path);
      try {
        return await action();
      } catch (error) {
        if (errorCode(error) !== 'ENOENT' || this.#workplace === undefined) throw error;
        this.#workplace = undefined;
        this.#directory.forgetRoot();
        return await action();
      }
    });
  }
}

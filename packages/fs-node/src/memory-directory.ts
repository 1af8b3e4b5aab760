import { dirname, resolve } from 'node:path';
import { StorageError, type StoragePath } from '@mem/core';
import { errorCode, explain } from './failures.js';
import type { FileSystem } from './file-system.js';
import { syncFolder } from './sync-folder.js';

export type Durability = 'process' | 'power';

export interface MemoryDirectoryOptions {
  readonly fileSystem: FileSystem;
  readonly maxFileSize: number;
  readonly durability: Durability;
  readonly now: () => number;
}

/** The directory that holds the memories: where it is, and what all operations need to know. */
export class MemoryDirectory {
  readonly fileSystem: FileSystem;
  readonly maxFileSize: number;
  readonly durability: Durability;
  readonly now: () => number;
  readonly #given: string;
  #root: string | undefined;

  constructor(directory: string, options: MemoryDirectoryOptions) {
    this.#given = resolve(directory);
    this.fileSystem = options.fileSystem;
    this.maxFileSize = options.maxFileSize;
    this.durability = options.durability;
    this.now = options.now;
  }

  /**
   * The directory with links resolved, or undefined while it does not exist.
   *
   * @throws StorageError when there is something else in its place, or it cannot be reached
   */
  root(): string | undefined {
    if (this.#root !== undefined) return this.#root;
    try {
      const real = this.fileSystem.realpathSync(this.#given);
      if (!this.fileSystem.statSync(real).isDirectory()) throw notADirectory();
      this.#root = real;
      return real;
    } catch (error) {
      if (errorCode(error) === 'ENOENT' && this.#isAbsent()) return undefined;
      throw unusable(error);
    }
  }

  /** The same; makes the directory, for its owner only, when it does not exist. */
  makeRoot(): string {
    const root = this.root();
    if (root !== undefined) return root;
    try {
      const first = this.fileSystem.mkdirSync(this.#given, { recursive: true, mode: 0o700 });
      if (this.durability === 'power' && typeof first === 'string') this.#syncAbove(first);
    } catch (error) {
      throw unusable(error);
    }
    return this.root() ?? this.#given;
  }

  /** The folders that now have a new one in them, as far as they let themselves be opened. */
  #syncAbove(first: string): void {
    for (let made = this.#given; made.length >= first.length; made = dirname(made)) {
      try {
        syncFolder(this.fileSystem, dirname(made));
      } catch {
        // A folder above may belong to somebody else; what is in the directory is synced itself.
      }
    }
  }

  /** A link that leads nowhere is not taken for a directory that is still to be made. */
  #isAbsent(): boolean {
    return this.fileSystem.lstatSync(this.#given, { throwIfNoEntry: false }) === undefined;
  }

  /** Called when an operation found nothing: tells a missing file from a missing directory. */
  forgetRoot(): void {
    this.#root = undefined;
  }
}

/** The path on the host. */
export function hostPath(root: string, path: StoragePath | string): string {
  return path === '' ? root : `${root}/${path}`;
}

function notADirectory(): StorageError {
  return new StorageError(
    'The memory directory is a file, not a directory. Name a directory, or move the file away.',
    { operation: 'open' },
  );
}

/** The error for a directory that is there but cannot be used. */
export function unusable(error: unknown): unknown {
  if (error instanceof StorageError) return error;
  const code = errorCode(error);
  if (code === undefined) return error;
  if (code === 'ENOTDIR') return notADirectory();
  const message = ['EEXIST', 'ELOOP', 'ENOENT'].includes(code)
    ? 'The memory directory is a link that leads nowhere. Mend the link, or name another directory.'
    : `The memory directory cannot be used: ${explain(code)}`;
  return new StorageError(message, { operation: 'open', cause: error });
}

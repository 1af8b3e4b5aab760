import * as nodeFileSystem from 'node:fs';

/** What a status call tells; the part of `fs.Stats` that is used here. */
export interface FileStatus {
  readonly ino: number;
  readonly size: number;
  readonly mode: number;
  readonly nlink: number;
  readonly uid: number;
  readonly gid: number;
  /** Milliseconds since 1970, with a fraction where the file system has finer times. */
  readonly mtimeMs: number;
  readonly birthtimeMs: number;
  readonly ctimeMs: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** One name of a folder. */
export interface FolderItem {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/**
 * The functions of `node:fs` that the storage uses, with the same meaning and errors. Another file
 * system (one in RAM, one that fails or stops on purpose in a test) takes its place through the
 * `fileSystem` option.
 */
export interface FileSystem {
  /** `O_NOFOLLOW` and `O_NONBLOCK` may be missing where the platform has none. */
  readonly constants: {
    readonly O_RDONLY: number;
    readonly O_WRONLY: number;
    readonly O_CREAT: number;
    readonly O_EXCL: number;
    readonly O_RDWR: number;
    readonly O_APPEND: number;
    readonly O_NOFOLLOW?: number;
    readonly O_NONBLOCK?: number;
  };
  openSync(path: string, flags: number, mode?: number): number;
  closeSync(descriptor: number): void;
  readSync(
    descriptor: number,
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number | null,
  ): number;
  writeSync(descriptor: number, bytes: Uint8Array, offset: number, length: number): number;
  fsyncSync(descriptor: number): void;
  fchmodSync(descriptor: number, mode: number): void;
  fchownSync(descriptor: number, uid: number, gid: number): void;
  fstatSync(descriptor: number): FileStatus;
  statSync(path: string): FileStatus;
  lstatSync(path: string, options: { throwIfNoEntry: false }): FileStatus | undefined;
  realpathSync(path: string): string;
  readdirSync(path: string, options: { withFileTypes: true }): FolderItem[];
  mkdirSync(path: string, options: { recursive?: boolean; mode: number }): unknown;
  linkSync(existing: string, path: string): void;
  renameSync(from: string, to: string): void;
  /** Times in seconds. */
  utimesSync(path: string, accessed: number, modified: number): void;
  unlinkSync(path: string): void;
  rmdirSync(path: string): void;
  /** Events of one folder, not of those below it. Where it is missing, changes cannot be watched. */
  watch?(path: string, listener: (event: string, name: string | null) => void): FolderWatcher;
}

export interface FolderWatcher {
  on(event: 'error', listener: (error: unknown) => void): unknown;
  close(): void;
}

/** The file system of the machine. */
export const localFileSystem: FileSystem = nodeFileSystem;

import type { StoragePath, Version } from '@mem/core';
import { errorCode, isAboutOneFile, isAbsent } from './failures.js';
import type { FileStatus } from './file-system.js';
import { hostPath, type MemoryDirectory } from './memory-directory.js';
import { readBytes } from './read-bytes.js';
import { contentVersion, isYoung, sizeInContentVersion, statusVersion } from './versions.js';

/** What stands in the place of a file and is never read, written or replaced. */
export type Obstacle = 'link' | 'linked-folder' | 'special' | 'folder' | 'below-file';

/** What is at the path: a file, an obstacle, or nothing. */
export function findFile(
  directory: MemoryDirectory,
  root: string,
  path: StoragePath,
): FoundFile | Obstacle | undefined {
  const parent = inspectParents(directory, root, path);
  if (parent !== 'folder') return parent;
  const now = directory.now();
  const status = statusOf(directory, hostPath(root, path));
  if (status === undefined) return undefined;
  if (status.isSymbolicLink()) return 'link';
  if (status.isDirectory()) return 'folder';
  if (!status.isFile()) return 'special';
  return new FoundFile(directory, hostPath(root, path), status, now);
}

/** `folder` when every folder above the path is a real one. */
export function inspectParents(
  directory: MemoryDirectory,
  root: string,
  path: StoragePath,
): 'folder' | 'linked-folder' | 'below-file' | undefined {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    const status = statusOf(directory, hostPath(root, path.slice(0, end)));
    if (status === undefined) return undefined;
    if (status.isSymbolicLink()) return 'linked-folder';
    if (!status.isDirectory()) return 'below-file';
  }
  return 'folder';
}

function statusOf(directory: MemoryDirectory, path: string): FileStatus | undefined {
  try {
    return directory.fileSystem.lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (['ENOTDIR', 'ENAMETOOLONG'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** A regular file as one status call found it; its bytes are read when somebody asks. */
export class FoundFile {
  readonly status: FileStatus;
  readonly #directory: MemoryDirectory;
  readonly #path: string;
  readonly #now: number;
  #loaded = false;
  #bytes: Uint8Array | undefined;
  #changedWhileRead = false;
  #failure: unknown;

  /** @param now taken before the status */
  constructor(directory: MemoryDirectory, path: string, status: FileStatus, now: number) {
    this.#directory = directory;
    this.#path = path;
    this.status = status;
    this.#now = now;
  }

  /** Undefined when the file cannot be read: see `failure`. */
  bytes(): Uint8Array | undefined {
    if (!this.#loaded) this.#load();
    return this.#bytes;
  }

  /** Why there are no bytes; undefined when the file is larger than the limit. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Of the contents while the file is young or being changed, else of the status. */
  version(): Version {
    if (!this.#changedWhileRead && !isYoung(this.status, this.#now)) {
      return statusVersion(this.status);
    }
    const bytes = this.bytes();
    // Bytes that nobody can read cannot be mistaken for others.
    return bytes === undefined ? statusVersion(this.status) : contentVersion(bytes);
  }

  /** True when the file is still what it was when the version was taken. */
  isAt(version: Version): boolean {
    const size = sizeInContentVersion(version);
    if (size === undefined) return statusVersion(this.status) === version;
    if (size !== this.status.size) return false;
    const bytes = this.bytes();
    return bytes !== undefined && contentVersion(bytes) === version;
  }

  holds(bytes: Uint8Array): boolean {
    if (bytes.length !== this.status.size) return false;
    const present = this.bytes();
    return present !== undefined && equal(present, bytes);
  }

  /** Reads a young file now, so that `isStillAt` can tell a change that its status misses. */
  remember(): void {
    if (isYoung(this.status, this.#now)) this.bytes();
  }

  /**
   * Whether the file that has this host path too still is as it was found. True when it is gone:
   * nobody can write into it any more.
   */
  isStillAt(path: string): boolean {
    const { fileSystem } = this.#directory;
    const status = fileSystem.lstatSync(path, { throwIfNoEntry: false });
    if (status === undefined) return true;
    if (!hasSameBytesBy(status, this.status)) return false;
    if (!isYoung(this.status, this.#now)) return true;
    // The status of a young file may miss a change of the same size.
    const before = this.#bytes;
    if (before === undefined) return true;
    const { bytes } = readBytes(fileSystem, path, status.size, this.#directory.maxFileSize);
    return bytes !== undefined && equal(bytes, before);
  }

  #load(): void {
    const { fileSystem, maxFileSize } = this.#directory;
    this.#loaded = true;
    if (this.status.size > maxFileSize) return;
    try {
      const read = readBytes(fileSystem, this.#path, this.status.size, maxFileSize);
      this.#bytes = read.bytes;
      this.#changedWhileRead = statusVersion(read.status) !== statusVersion(this.status);
    } catch (error) {
      if (!isAbsent(error) && !isAboutOneFile(error)) throw error;
      this.#failure = error;
    }
  }
}

/** As far as a status tells; the time of its change is left out, since links and renames set it. */
export function hasSameBytesBy(one: FileStatus, other: FileStatus): boolean {
  return one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;
}

function equal(one: Uint8Array, other: Uint8Array): boolean {
  return (
    one.length === other.length && Buffer.from(one.buffer, one.byteOffset, one.length).equals(other)
  );
}

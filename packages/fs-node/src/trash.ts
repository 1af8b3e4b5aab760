import type { StoragePath } from '@mem/core';
import { errorCode, isAboutOneFile, isAbsent, isLinkUnsupported } from './failures.js';
import type { FileSystem } from './file-system.js';
import type { FoundFile } from './find-file.js';
import { hiddenFolder } from './places.js';
import { discard, nonce, writeOwnFile } from './temp-file.js';
import { sha256 } from './versions.js';

const longestKeepMs = 30 * 24 * 60 * 60 * 1000;
const largestTrashBytes = 64 * 1024 * 1024;
/** What even a tiny file takes on a disk. */
const blockBytes = 4096;
/** On average, the trash is looked through once for so much that is added to it. */
const pruneEveryBytes = 4 * 1024 * 1024;
const pruneEveryMs = 24 * 60 * 60 * 1000;
const recordSuffix = '.json';

/** The file name of a kept copy inside the trash. */
export type CopyId = string;

export interface KeptCopy {
  readonly id: CopyId;
  /** The very file; false for a copy of its bytes, where the file system has no hard links. */
  readonly linked: boolean;
}

export interface TrashOptions {
  readonly fileSystem: FileSystem;
  readonly root: string;
  readonly now: () => number;
}

/**
 * Keeps what is overwritten or removed, for 30 days and up to 64 MB, oldest first. Names tell time,
 * size and (hashed) path, so that pruning and purging need no look into the files.
 */
export class Trash {
  readonly #fileSystem: FileSystem;
  readonly #root: string;
  readonly #now: () => number;

  constructor(options: TrashOptions) {
    this.#fileSystem = options.fileSystem;
    this.#root = options.root;
    this.#now = options.now;
  }

  /** Keeps the file's inode under a second name, also when the first one is replaced next. */
  keep(path: StoragePath, file: FoundFile): KeptCopy {
    const id = this.#copyId(path, file.status.size);
    try {
      this.#fileSystem.linkSync(`${this.#root}/${path}`, this.path(id));
    } catch (error) {
      if (!isLinkUnsupported(error)) throw error;
      this.#keepBytes(id, file);
      return { id, linked: false };
    }
    return { id, linked: true };
  }

  /** Moves the file into the trash: this is its removal. */
  take(path: StoragePath, file: FoundFile): CopyId {
    const id = this.#copyId(path, file.status.size);
    this.#fileSystem.renameSync(`${this.#root}/${path}`, this.path(id));
    return id;
  }

  /** Keeps bytes of the file that are handed over, apart from the file itself. */
  keepCopy(path: StoragePath, bytes: Uint8Array): CopyId {
    const id = this.#copyId(path, bytes.length);
    writeOwnFile(this.#fileSystem, this.#root, this.path(id), bytes);
    return id;
  }

  /** Takes back a `keep` whose file was not replaced after all. */
  forget(id: CopyId): void {
    discard(this.#fileSystem, this.path(id));
  }

  path(id: string): string {
    return `${trashFolder(this.#root)}/${id}`;
  }

  /** Names of the records, newest first. */
  recordNames(): string[] {
    return this.#names()
      .filter((name) => name.endsWith(recordSuffix))
      .sort()
      .reverse();
  }

  /**
   * A name that no other record has, and that sorts after all of before, whatever the clock says: it
   * may have been set back since. A file's time tells when the last one was made.
   */
  newRecordName(): string {
    const marker = this.path('latest');
    const status = this.#fileSystem.lstatSync(marker, { throwIfNoEntry: false });
    const last = Math.round(status?.mtimeMs ?? 0);
    const at = Math.max(Math.floor(this.#now()), last + 1);
    try {
      if (!status) writeOwnFile(this.#fileSystem, this.#root, marker, new Uint8Array(0));
      this.#fileSystem.utimesSync(marker, at / 1000, at / 1000);
    } catch (error) {
      // Of another user, or removed just now: then the clock has to do.
      if (!isAboutOneFile(error) && !isAbsent(error)) throw error;
    }
    return `${timeStamp(at)}-${nonce()}${recordSuffix}`;
  }

  /** Destroys every copy of that path. */
  purge(path: StoragePath): void {
    const mark = `-${pathMark(path)}-`;
    for (const name of this.#names()) if (name.includes(mark)) this.#remove(name);
  }

  /** Called for what was added: now and then looks through the trash, at a cost that stays small. */
  pruneNowAndThen(addedBytes: number): void {
    if (Math.random() * pruneEveryBytes < Math.max(addedBytes, blockBytes)) this.prune();
  }

  /** Prunes when that was not done for a day; true when it was. */
  pruneDaily(): boolean {
    const marker = this.path('pruned');
    const status = this.#fileSystem.lstatSync(marker, { throwIfNoEntry: false });
    if (status !== undefined && this.#now() - status.mtimeMs < pruneEveryMs) return false;
    writeOwnFile(this.#fileSystem, this.#root, marker, new Uint8Array(0));
    if (status === undefined) return false;
    this.prune();
    return true;
  }

  /** Removes what is older than 30 days, then the oldest until the rest fits. */
  prune(): void {
    const kept = this.#names()
      .map(readName)
      .filter((item) => item !== undefined)
      .sort((one, other) => other.at - one.at);
    let bytes = 0;
    for (const item of kept) {
      bytes += Math.max(item.size, blockBytes);
      if (bytes > largestTrashBytes || this.#now() - item.at > longestKeepMs) {
        this.#tryToRemove(item.name);
      }
    }
  }

  /** What belongs to another user stays; that must not keep anybody from writing. */
  #tryToRemove(name: string): void {
    try {
      this.#remove(name);
    } catch (error) {
      if (!isAboutOneFile(error)) throw error;
    }
  }

  #keepBytes(id: CopyId, file: FoundFile): void {
    const bytes = file.bytes();
    if (bytes === undefined) return;
    writeOwnFile(this.#fileSystem, this.#root, this.path(id), bytes);
  }

  #names(): string[] {
    try {
      const items = this.#fileSystem.readdirSync(trashFolder(this.#root), { withFileTypes: true });
      return items.filter((item) => item.isFile()).map((item) => item.name);
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  }

  #remove(name: string): void {
    try {
      this.#fileSystem.unlinkSync(this.path(name));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }

  #copyId(path: StoragePath, size: number): CopyId {
    return `${timeStamp(this.#now())}-${size.toString(36)}-${pathMark(path)}-${nonce()}`;
  }
}

export function trashFolder(root: string): string {
  return `${root}/${hiddenFolder}/trash`;
}

/** Sorts like the times. */
function timeStamp(milliseconds: number): string {
  return Math.max(0, Math.floor(milliseconds)).toString(36).padStart(9, '0');
}

/** True for what `keep` and `take` give out. */
export function isCopyId(text: string): boolean {
  return readName(text) !== undefined && !text.endsWith(recordSuffix);
}

function pathMark(path: StoragePath): string {
  return sha256(path).slice(0, 16);
}

function readName(name: string): { name: string; at: number; size: number } | undefined {
  const match = /^([0-9a-z]{9,})-(?:([0-9a-z]+)-[0-9a-f]{16}-)?[0-9a-f]{16}(?:\.json)?$/.exec(name);
  if (!match) return undefined;
  const [, at = '', size = '0'] = match;
  return { name, at: Number.parseInt(at, 36), size: Number.parseInt(size, 36) };
}

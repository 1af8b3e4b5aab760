import { type AppendResult, MemoryError, type StoragePath, type StorageWarning } from '@mem/core';
import { fileToChange } from './conditions.js';
import { errorCode } from './failures.js';
import type { FileStatus } from './file-system.js';
import { isLocked } from './lock.js';
import { makeFolder } from './make-folder.js';
import { hostPath, type MemoryDirectory } from './memory-directory.js';
import { placeOf } from './places.js';
import { readBytes } from './read-bytes.js';
import { syncFolderOf } from './sync-folder.js';
import { syncFile, writeAll } from './temp-file.js';
import type { Workplace } from './workplace.js';

export interface AppendRequest {
  readonly path: StoragePath;
  readonly lines: Uint8Array;
}

/**
 * Adds lines to a file in place, with one write and one sync. Appenders need no lock: `O_APPEND`
 * keeps their lines apart, and making a lock file costs more than all the rest, since the sync
 * must then bring the folder's changes to the disk too.
 *
 * Who replaces the file holds the lock from the last look at it until the rename. So when nobody
 * holds it after our write, and the file is still the one we wrote to, whoever looks later sees
 * our lines. Otherwise the lock is taken after all, and what a replacement has lost is added again.
 */
export async function appendFile(
  directory: MemoryDirectory,
  workplace: () => Workplace,
  { path, lines }: AppendRequest,
): Promise<AppendResult> {
  if (lines.length === 0) return { warnings: [] };
  const work = workplace();
  const warnings: StorageWarning[] = [];
  const file = new AppendedFile(directory, work.root, path, lines);
  try {
    file.add(warnings);
    if (!file.isSurelyThere()) await work.locked(warnings, () => file.addIfLost(warnings));
  } finally {
    file.close();
  }
  if (directory.durability === 'power') {
    syncFolderOf(directory.fileSystem, work.root, path, warnings);
  }
  return { warnings };
}

class AppendedFile {
  readonly #directory: MemoryDirectory;
  readonly #root: string;
  readonly #path: StoragePath;
  readonly #target: string;
  readonly #lines: Uint8Array;
  #descriptor: number | undefined;

  constructor(directory: MemoryDirectory, root: string, path: StoragePath, lines: Uint8Array) {
    this.#directory = directory;
    this.#root = root;
    this.#path = path;
    this.#target = hostPath(root, path);
    this.#lines = lines;
  }

  add(warnings: StorageWarning[]): void {
    const { fileSystem, maxFileSize, durability } = this.#directory;
    fileToChange(this.#directory, this.#root, this.#path);
    const descriptor = this.#open();
    const status = fileSystem.fstatSync(descriptor);
    if (!status.isFile()) throw notAFile(this.#path);
    if (status.size + this.#lines.length + 1 > maxFileSize) throw tooLarge(this.#path, maxFileSize);
    writeAll(
      fileSystem,
      descriptor,
      this.#endsTorn(status) ? Buffer.concat([Uint8Array.of(lineFeed), this.#lines]) : this.#lines,
    );
    if (durability === 'power' || placeOf(this.#path) === 'open') this.#sync(warnings);
  }

  isSurelyThere(): boolean {
    const { fileSystem } = this.#directory;
    // In this order: who takes the lock after it was looked for finds our lines in the file.
    return !isLocked({ fileSystem, root: this.#root }) && this.#isInPlace();
  }

  /** Under the lock. */
  addIfLost(warnings: StorageWarning[]): void {
    if (this.#isInPlace() || this.#isTakenOver()) return;
    this.close();
    this.add(warnings);
  }

  close(): void {
    if (this.#descriptor === undefined) return;
    this.#directory.fileSystem.closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #open(): number {
    const { fileSystem } = this.#directory;
    const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fileSystem.constants;
    const flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
    try {
      this.#descriptor = fileSystem.openSync(this.#target, flags, 0o600);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      const folder = this.#target.slice(0, this.#target.lastIndexOf('/'));
      makeFolder(fileSystem, folder);
      this.#descriptor = fileSystem.openSync(this.#target, flags, 0o600);
    }
    return this.#descriptor;
  }

  /** The file is changed by now: a failure is a warning. */
  #sync(warnings: StorageWarning[]): void {
    try {
      if (this.#descriptor !== undefined) syncFile(this.#directory.fileSystem, this.#descriptor);
    } catch (error) {
      const code = errorCode(error) ?? 'unknown error';
      const message = `${this.#path} is changed, but may not survive a power cut: it could not be synced (${code}).`;
      warnings.push({ path: this.#path, message });
    }
  }

  /**
   * True when the last line has no end, since its writer died. The lines of a writer who is at work
   * come into view bit by bit: setting the mode, to what it is, waits until he is done.
   */
  #endsTorn({ size, mode }: FileStatus): boolean {
    const { fileSystem } = this.#directory;
    const descriptor = this.#descriptor ?? -1;
    for (let seen = size; seen > 0 && this.#lastByte(seen) !== lineFeed; ) {
      try {
        fileSystem.fchmodSync(descriptor, mode & 0o7777);
      } catch {
        // Not our file: at worst, an empty line is between his lines and ours.
        return true;
      }
      const now = fileSystem.fstatSync(descriptor).size;
      if (now === seen) return true;
      seen = now;
    }
    return false;
  }

  #lastByte(size: number): number | undefined {
    const buffer = new Uint8Array(1);
    this.#directory.fileSystem.readSync(this.#descriptor ?? -1, buffer, 0, 1, size - 1);
    return buffer[0];
  }

  #isInPlace(): boolean {
    return this.#own()?.ino === this.#present()?.ino;
  }

  #own(): FileStatus | undefined {
    if (this.#descriptor === undefined) return undefined;
    return this.#directory.fileSystem.fstatSync(this.#descriptor);
  }

  #present(): FileStatus | undefined {
    return this.#directory.fileSystem.lstatSync(this.#target, { throwIfNoEntry: false });
  }

  /**
   * True when who replaced the file had read our lines before: they stand in it as often as in the
   * file that we wrote to, where others may have logged the same in the same second.
   */
  #isTakenOver(): boolean {
    const { fileSystem, maxFileSize } = this.#directory;
    const { size = 0 } = this.#own() ?? {};
    const before = Buffer.alloc(size);
    fileSystem.readSync(this.#descriptor ?? -1, before, 0, size, 0);
    const there = this.#present();
    if (there === undefined) return false;
    const present = readBytes(fileSystem, this.#target, there.size, maxFileSize);
    return count(present.bytes ?? new Uint8Array(), this.#lines) >= count(before, this.#lines);
  }
}

const lineFeed = 0x0a;

function count(bytes: Uint8Array, lines: Uint8Array): number {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let found = 0;
  for (let at = all.indexOf(lines); at !== -1; at = all.indexOf(lines, at + lines.length)) found++;
  return found;
}

function notAFile(path: StoragePath): MemoryError {
  return new MemoryError(
    'REFUSED',
    `${path} is not a regular file: nothing was changed. Move it away or choose another name.`,
    { path },
  );
}

function tooLarge(path: StoragePath, limit: number): MemoryError {
  return new MemoryError(
    'LIMIT',
    `${path} would be larger than ${limit} bytes, the most that can be read back. Nothing was changed; begin another file.`,
    { path },
  );
}

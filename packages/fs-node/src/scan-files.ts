import type { Scannable, StoragePath } from '@mem/core';
import { isAboutOneFile, isAbsent } from './failures.js';
import type { MemoryDirectory } from './memory-directory.js';
import { openForReading } from './read-bytes.js';
import { walk } from './walk.js';

/** Hands over the bytes of every wanted file: three system calls a file, one buffer for all. */
export class Scanner {
  readonly #directory: MemoryDirectory;
  #buffer = new Uint8Array(0);

  constructor(directory: MemoryDirectory) {
    this.#directory = directory;
  }

  /** Files that cannot be read, or are larger than the limit, are passed over. */
  scan(...[wanted, visit]: Parameters<Scannable['scan']>): void {
    // Memory is taken when the first scan comes: a storage that never scans needs none.
    if (this.#buffer.length === 0) this.#buffer = new Uint8Array(64 * 1024);
    for (const { folder, files } of walk(this.#directory, undefined, () => {})) {
      const start = `${this.#directory.root()}/${folder}`;
      for (const name of files) {
        const path = (folder + name) as StoragePath;
        if (!wanted(path)) continue;
        const length = this.#fill(start + name);
        if (length !== undefined) visit(path, this.#buffer.subarray(0, length));
      }
    }
  }

  /** Reads the file into the buffer; undefined when it is passed over. */
  #fill(path: string): number | undefined {
    const { fileSystem, maxFileSize } = this.#directory;
    let descriptor: number;
    try {
      descriptor = openForReading(fileSystem, path);
    } catch (error) {
      if (isAbsent(error) || isAboutOneFile(error)) return undefined;
      throw error;
    }
    try {
      const count = fileSystem.readSync(descriptor, this.#buffer, 0, this.#buffer.length, null);
      // Less than asked for is the end of a regular file; asking again would cost a call a file.
      if (count === this.#buffer.length) return this.#fillRest(descriptor);
      return count > maxFileSize ? undefined : count;
    } finally {
      fileSystem.closeSync(descriptor);
    }
  }

  #fillRest(descriptor: number): number | undefined {
    const { fileSystem, maxFileSize } = this.#directory;
    // A large file: its status tells whether it is worth a larger buffer.
    if (fileSystem.fstatSync(descriptor).size > maxFileSize) return undefined;
    let length = this.#buffer.length;
    for (;;) {
      if (length === this.#buffer.length) {
        if (length > maxFileSize) return undefined;
        const larger = new Uint8Array(Math.min(length * 2, maxFileSize + 1));
        larger.set(this.#buffer);
        this.#buffer = larger;
      }
      const room = this.#buffer.length - length;
      const count = fileSystem.readSync(descriptor, this.#buffer, length, room, null);
      if (count === 0) return length > maxFileSize ? undefined : length;
      length += count;
    }
  }
}

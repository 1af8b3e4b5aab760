import { MemoryError, type StorageWarning } from '@mem/core';
import { Conflicts } from './conflicts.js';
import { errorCode } from './failures.js';
import type { FileSystem } from './file-system.js';
import { sweepLocks, withLock } from './lock.js';
import type { MemoryDirectory } from './memory-directory.js';
import { hiddenFolder } from './places.js';
import { SwappedFiles } from './swapped-files.js';
import { sweepTemp, tempFolder, writeOwnFile } from './temp-file.js';
import { Trash, trashFolder } from './trash.js';

/** What writing needs beside the memories, all of it below `.mem/`. */
export class Workplace {
  readonly directory: MemoryDirectory;
  readonly root: string;
  readonly trash: Trash;
  readonly conflicts: Conflicts;
  readonly swapped: SwappedFiles;

  /** Makes what is missing and clears away what killed processes left behind. */
  constructor(directory: MemoryDirectory) {
    const { fileSystem, now } = directory;
    this.directory = directory;
    this.root = directory.makeRoot();
    this.trash = new Trash({ fileSystem, root: this.root, now });
    this.conflicts = new Conflicts(directory, this.root);
    this.swapped = new SwappedFiles(this.trash, this.conflicts);
    for (const folder of [
      `${this.root}/${hiddenFolder}`,
      tempFolder(this.root),
      trashFolder(this.root),
    ]) {
      makeOwnFolder(fileSystem, folder);
    }
    keepOutOfGit(fileSystem, this.root);
    sweepLocks(this.#lockOptions());
    sweepTemp(fileSystem, this.root, now());
    if (this.trash.pruneDaily()) this.conflicts.prune();
  }

  locked<T>(warnings: StorageWarning[], action: () => T): Promise<T> {
    return withLock(this.#lockOptions(), warnings, action);
  }

  #lockOptions() {
    const { fileSystem, now } = this.directory;
    return { fileSystem, root: this.root, now };
  }
}

function makeOwnFolder(fileSystem: FileSystem, path: string): void {
  try {
    fileSystem.mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    // A link here would lead our own files out of the directory.
    if (fileSystem.lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    throw new MemoryError(
      'REFUSED',
      `${hiddenFolder} holds a file or a link where a folder of its own must be. Nothing was written; remove ${hiddenFolder} and try again.`,
    );
  }
}

/** A `.gitignore` that makes git pass over the whole folder, itself included. */
function keepOutOfGit(fileSystem: FileSystem, root: string): void {
  const path = `${root}/${hiddenFolder}/.gitignore`;
  if (fileSystem.lstatSync(path, { throwIfNoEntry: false }) !== undefined) return;
  writeOwnFile(fileSystem, root, path, new TextEncoder().encode('*\n'));
}

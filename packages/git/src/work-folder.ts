import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import {
  discard,
  errorCode,
  hiddenFolder,
  localFileSystem,
  MemoryDirectory,
  Workplace,
  writeTemp,
} from '@mem/fs-node/internal';

const folders = ['changes', 'steps', 'results', 'space'] as const;

const oneWrite = 1024 * 1024;

/** Where the history keeps what is not committed yet: below `.mem/git/`. */
export class WorkFolder {
  readonly root: string;

  /** Makes it, and the memory directory, where they are missing. */
  constructor(directory: string) {
    const workplace = new Workplace(
      new MemoryDirectory(directory, {
        fileSystem: localFileSystem,
        maxFileSize: Number.MAX_SAFE_INTEGER,
        durability: 'process',
        now: Date.now,
      }),
    );
    this.root = workplace.root;
    for (const folder of ['', ...folders]) {
      mkdirSync(this.path(folder), { recursive: true, mode: 0o700 });
    }
  }

  path(name: string): string {
    return `${this.root}/${hiddenFolder}/${this.lockName(name)}`;
  }

  /** The same below the hidden folder, where locks are. */
  lockName(name: string): string {
    return `git/${name}`;
  }

  /** Takes away the file's name and gives it another, in one step. */
  rename(from: string, to: string): void {
    localFileSystem.renameSync(this.path(from), this.path(to));
  }

  /** Readers see the old text or the new one. */
  write(name: string, text: string): void {
    const bytes = new TextEncoder().encode(text);
    const temp = writeTemp(localFileSystem, this.root, bytes, { sync: false });
    try {
      localFileSystem.renameSync(temp, this.path(name));
    } catch (error) {
      discard(localFileSystem, temp);
      throw error;
    }
  }

  /** Writes at the end of the file. Returns its size then. */
  append(name: string, text: string): number {
    const file = openSync(this.path(name), 'a', 0o600);
    try {
      writeSync(file, text);
      return fstatSync(file).size;
    } finally {
      closeSync(file);
    }
  }

  /** Takes so many bytes of the disk, until the file is removed. */
  reserve(name: string, size: number): void {
    const file = openSync(this.path(name), 'w', 0o600);
    try {
      // Not zeros, which some file systems keep without any room.
      for (let left = size; left > 0; )
        left -= writeSync(file, randomBytes(Math.min(left, oneWrite)));
    } finally {
      closeSync(file);
    }
  }

  /** Undefined when there is no such file. */
  read(name: string): string | undefined {
    try {
      return readFileSync(this.path(name), 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  remove(name: string): void {
    discard(localFileSystem, this.path(name));
  }

  /** The names in one of its folders, in their order. */
  names(folder: (typeof folders)[number]): string[] {
    try {
      return readdirSync(this.path(folder)).sort();
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }
}

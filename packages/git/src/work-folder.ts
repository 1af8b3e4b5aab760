import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import type { StorageWarning } from '@mem/core';
import {
  discard,
  errorCode,
  hiddenFolder,
  localFileSystem,
  MemoryDirectory,
  Workplace,
  writeTemp,
} from '@mem/fs-node/internal';

const folders = ['changes', 'steps', 'results'] as const;

/** Where the history keeps what is not committed yet: below `.mem/git/`. */
export class WorkFolder {
  readonly root: string;
  readonly #workplace: Workplace;

  /** Makes it, and the memory directory, where they are missing. */
  constructor(directory: string) {
    this.#workplace = new Workplace(
      new MemoryDirectory(directory, {
        fileSystem: localFileSystem,
        maxFileSize: Number.MAX_SAFE_INTEGER,
        durability: 'process',
        now: Date.now,
      }),
    );
    this.root = this.#workplace.root;
    for (const folder of ['', ...folders]) {
      mkdirSync(this.path(folder), { recursive: true, mode: 0o700 });
    }
  }

  path(name: string): string {
    return `${this.root}/${hiddenFolder}/git/${name}`;
  }

  /** Runs the action, which must be synchronous and short, while no other process runs one. */
  locked<T>(action: () => T): Promise<T> {
    const warnings: StorageWarning[] = [];
    return this.#workplace.locked(warnings, action);
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

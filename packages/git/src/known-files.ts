import type { StoragePath, Version } from '@mem/core';
import type { WorkFolder } from './work-folder.js';

/** So many files that had to be read are worth a new file of what was found out. */
const worthSaving = 64;

interface KnownFile {
  readonly version: Version;
  /** The id that git gives to its bytes. */
  readonly id: string;
}

/**
 * Which bytes the files had when they were read last, so that files of the same version need not
 * be read again, also by the next process. It decides only what is looked at, never what is written.
 */
export class KnownFiles {
  readonly #folder: WorkFolder;
  #files: Map<string, KnownFile> | undefined;
  #learned = 0;

  constructor(folder: WorkFolder) {
    this.#folder = folder;
  }

  idOf(path: StoragePath, version: Version): string | undefined {
    const file = this.#load().get(path);
    return file?.version === version ? file.id : undefined;
  }

  set(path: StoragePath, version: Version, id: string): void {
    this.#load().set(path, { version, id });
    this.#learned += 1;
  }

  /** Writes it down when much was learned. */
  save(): void {
    if (this.#learned < worthSaving || this.#files === undefined) return;
    this.#learned = 0;
    const lines: string[] = [];
    for (const [path, { version, id }] of this.#files) lines.push(path, version, id);
    this.#folder.write('known', lines.join('\0'));
  }

  #load(): Map<string, KnownFile> {
    if (this.#files) return this.#files;
    const files = new Map<string, KnownFile>();
    const parts = this.#folder.read('known')?.split('\0') ?? [];
    for (let at = 0; at + 2 < parts.length; at += 3) {
      const [path = '', version = '', id = ''] = parts.slice(at, at + 3);
      files.set(path, { version, id });
    }
    this.#files = files;
    return files;
  }
}

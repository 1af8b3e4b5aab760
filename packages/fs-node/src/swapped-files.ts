import type { StoragePath, StorageWarning } from '@mem/core';
import type { Conflicts } from './conflicts.js';
import { errorCode } from './failures.js';
import type { FoundFile } from './find-file.js';
import { monotonicTime } from './monotonic-time.js';
import type { CopyId, Trash } from './trash.js';

/** Who had the file open may write into it for this long and still be noticed. */
const watchedMs = 50;

interface SwappedFile {
  readonly path: StoragePath;
  /** As it was when the change was decided on. */
  readonly found: FoundFile;
  /** The very file, under its name in the trash. */
  readonly copy: CopyId;
  readonly at: number;
}

/**
 * Files that were replaced or removed a moment ago. A program that asks for no lock can write into
 * one after the last look at it and before the swap, or has it open and writes even later: its words
 * then stand in the old file only. So that is looked at once more after the swap, at the next
 * checkpoint, and when some time has gone by.
 */
export class SwappedFiles {
  readonly #trash: Trash;
  readonly #conflicts: Conflicts;
  #recent: SwappedFile[] = [];

  constructor(trash: Trash, conflicts: Conflicts) {
    this.#trash = trash;
    this.#conflicts = conflicts;
  }

  /** Right after the swap. Never fails: it comes after the commit point. */
  add(path: StoragePath, found: FoundFile, copy: CopyId, warnings: StorageWarning[]): void {
    this.lookAtOld(warnings);
    const swapped = { path, found, copy, at: monotonicTime() };
    if (!this.#rescue(swapped, warnings)) this.#recent.push(swapped);
  }

  lookAtAll(warnings: StorageWarning[]): void {
    this.#recent = this.#recent.filter(
      (swapped) => !this.#rescue(swapped, warnings) && !isOld(swapped),
    );
  }

  /** Looks at those whose time is over, for the last time. */
  lookAtOld(warnings: StorageWarning[]): void {
    if (!this.#recent.some(isOld)) return;
    this.#recent = this.#recent.filter((swapped) => {
      if (!isOld(swapped)) return true;
      this.#rescue(swapped, warnings);
      return false;
    });
  }

  forget(path: StoragePath): void {
    this.#recent = this.#recent.filter((swapped) => swapped.path !== path);
  }

  /** True when there was something to rescue. */
  #rescue({ path, found, copy }: SwappedFile, warnings: StorageWarning[]): boolean {
    const file = this.#trash.path(copy);
    try {
      if (found.isStillAt(file)) return false;
      const kept = this.#conflicts.keep(path, file);
      const message = `${path} was written by another program at the very moment of this change: what that program wrote is kept in ${kept}. Compare the two.`;
      warnings.push({ path, message });
      return true;
    } catch (error) {
      const code = errorCode(error) ?? 'unknown error';
      const message = `Whether another program wrote into ${path} at the moment of this change could not be found out (${code}). If one did, its text is kept as ${copy} in the trash.`;
      warnings.push({ path, message });
      return true;
    }
  }
}

function isOld({ at }: SwappedFile): boolean {
  return monotonicTime() - at > watchedMs;
}

import type { StoragePath } from '@mem/core';
import { blobId, blobIdWithoutCr } from './blob-id.js';
import { readTree, type TreeFile } from './head.js';
import type { FileChange } from './plan-commits.js';
import type { Repository } from './repository.js';

/** What the last commit holds of the memory directory. */
export class CommittedTree {
  readonly repository: Repository;
  readonly files: Map<StoragePath, TreeFile>;
  #commit: string | undefined;

  private constructor(
    repository: Repository,
    commit: string | undefined,
    files: Map<StoragePath, TreeFile>,
  ) {
    this.repository = repository;
    this.#commit = commit;
    this.files = files;
  }

  /** Takes over the one that was known before where it is still true. */
  static async at(
    repository: Repository,
    commit: string | undefined,
    before: CommittedTree | undefined,
  ): Promise<CommittedTree> {
    if (before && before.repository === repository && before.#commit === commit) return before;
    return new CommittedTree(repository, commit, await readTree(repository, commit));
  }

  /** Is this what the commit holds; lenient: or what git may make of that on its way to the disk? */
  holds(path: StoragePath, bytes: Uint8Array | null, lenient = false): boolean {
    const file = this.files.get(path);
    if (file === undefined || bytes === null) return file === undefined && bytes === null;
    const { objectFormat } = this.repository;
    if (blobId(objectFormat, bytes) === file.id) return true;
    return lenient && blobIdWithoutCr(objectFormat, bytes) === file.id;
  }

  /** A file keeps its mode; a new one is an ordinary file. */
  modeOf(path: StoragePath): string {
    const mode = this.files.get(path)?.mode ?? '';
    return mode.startsWith('100') ? mode : '100644';
  }

  /** This commit, on top of the last one, changed these files. */
  advance(commit: string, changes: Iterable<FileChange>): void {
    this.#commit = commit;
    for (const { path, bytes } of changes) {
      if (bytes === null) this.files.delete(path);
      else {
        const id = blobId(this.repository.objectFormat, bytes);
        this.files.set(path, { mode: this.modeOf(path), id });
      }
    }
  }
}

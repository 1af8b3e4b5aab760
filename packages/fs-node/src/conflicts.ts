import { type StoragePath, storagePath } from '@mem/core';
import { errorCode, isAboutOneFile } from './failures.js';
import type { FileSystem } from './file-system.js';
import { FoundFile, findFile } from './find-file.js';
import { hostPath, type MemoryDirectory } from './memory-directory.js';
import { hiddenFolder } from './places.js';
import { nonce } from './temp-file.js';
import { walk } from './walk.js';

/** Longer than the trash: these are the words of a person, which no program has read yet. */
const longestKeepMs = 90 * 24 * 60 * 60 * 1000;
const largestBytes = 64 * 1024 * 1024;
const folder = storagePath(`${hiddenFolder}/conflicts`);

/**
 * What other programs wrote into a file at the very moment it was replaced or removed. For
 * `note.md` it is kept as `.mem/conflicts/note.md/<time>-<nonce>`, for 90 days and up to 64 MB,
 * oldest first.
 */
export class Conflicts {
  readonly #directory: MemoryDirectory;
  readonly #root: string;

  constructor(directory: MemoryDirectory, root: string) {
    this.#directory = directory;
    this.#root = root;
  }

  /**
   * Gives the file at that host path one more name here: who still has it open writes on into what
   * is kept. Returns its path inside the directory.
   */
  keep(path: StoragePath, file: string): string {
    const time = new Date(this.#directory.now()).toISOString().replaceAll(':', '-');
    const kept = `${folder}/${path}/${time}-${nonce().slice(8)}`;
    const target = hostPath(this.#root, kept);
    this.#fileSystem.mkdirSync(target.slice(0, target.lastIndexOf('/')), {
      recursive: true,
      mode: 0o700,
    });
    this.#fileSystem.linkSync(file, target);
    return kept;
  }

  /** Destroys all that is kept of that path. */
  purge(path: StoragePath): void {
    for (const kept of this.#kept()) if (kept.of === path) this.#remove(kept.path);
  }

  /** Removes what is older than 90 days, then the oldest until the rest fits. */
  prune(): void {
    const kept = [...this.#kept()].sort((one, other) => other.at - one.at);
    let bytes = 0;
    for (const { path, at } of kept) {
      const file = findFile(this.#directory, this.#root, path);
      if (file instanceof FoundFile) bytes += file.status.size;
      if (bytes > largestBytes || this.#directory.now() - at > longestKeepMs) {
        this.#tryToRemove(path);
      }
    }
  }

  *#kept(): Generator<{ path: StoragePath; of: string; at: number }> {
    for (const { folder: inside, files } of walk(this.#directory, folder, () => {})) {
      const of = inside.slice(folder.length + 1, -1);
      for (const name of files) {
        const at = timeOf(name);
        if (at !== undefined) yield { path: storagePath(`${inside}${name}`), of, at };
      }
    }
  }

  /** What belongs to another user stays; that must not keep anybody from writing. */
  #tryToRemove(path: StoragePath): void {
    try {
      this.#remove(path);
    } catch (error) {
      if (!isAboutOneFile(error)) throw error;
    }
  }

  #remove(path: StoragePath): void {
    try {
      this.#fileSystem.unlinkSync(hostPath(this.#root, path));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }

  get #fileSystem(): FileSystem {
    return this.#directory.fileSystem;
  }
}

/** Milliseconds since 1970; undefined for a name that is none of ours. */
function timeOf(name: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)-[0-9a-f]{8}$/.exec(name);
  if (!match) return undefined;
  const at = Date.parse(`${match[1]}:${match[2]}:${match[3]}`);
  return Number.isNaN(at) ? undefined : at;
}

import { type StoragePath, storagePath } from '@mem/core';
import type { FolderWatcher } from './file-system.js';
import { hostPath, type MemoryDirectory } from './memory-directory.js';
import { walk } from './walk.js';

/** How often an absent directory is looked for, in milliseconds. */
const lookEvery = 1_000;

/** A watcher takes a little of what the system has for all programs; further folders get none. */
const maxFolders = 256;

/**
 * Files that may have changed, until the signal is aborted. A directory that is not there yet, or
 * not any more, is waited for.
 */
export async function* watchFiles(
  directory: MemoryDirectory,
  signal: AbortSignal,
): AsyncGenerator<StoragePath | undefined> {
  const changes = new ChangeQueue();
  const folders = new WatchedFolders(directory, (path) => changes.add(path));
  const timer = setInterval(() => {
    if (!folders.isWatching() && folders.look()) changes.add(undefined);
  }, lookEvery);
  const stop = () => changes.end();
  signal.addEventListener('abort', stop, { once: true });
  try {
    folders.look();
    if (!signal.aborted) yield* changes.all();
  } finally {
    signal.removeEventListener('abort', stop);
    clearInterval(timer);
    folders.close();
  }
}

/**
 * One watcher a folder: the recursive watching of Node opens one for every single file on Linux.
 */
class WatchedFolders {
  readonly #directory: MemoryDirectory;
  readonly #onChange: (path: StoragePath | undefined) => void;
  readonly #watchers = new Map<string, { identity: string; watcher: FolderWatcher }>();

  constructor(directory: MemoryDirectory, onChange: (path: StoragePath | undefined) => void) {
    this.#directory = directory;
    this.#onChange = onChange;
  }

  /** Watches what is there now; true when there were folders that nobody had watched. */
  look(): boolean {
    const found = this.#folders();
    for (const folder of this.#watchers.keys()) if (!found.has(folder)) this.#drop(folder);
    let isNew = false;
    for (const [folder, identity] of found) {
      if (this.#watchers.get(folder)?.identity === identity) continue;
      this.#drop(folder);
      isNew = this.#watch(folder, identity) || isNew;
    }
    return isNew;
  }

  /** False while the directory is absent, or when another one is in its place. */
  isWatching(): boolean {
    const identity = this.#identityOf('');
    return identity !== undefined && this.#watchers.get('')?.identity === identity;
  }

  close(): void {
    for (const folder of [...this.#watchers.keys()]) this.#drop(folder);
  }

  #folders(): Map<string, string> {
    const found = new Map<string, string>();
    try {
      for (const { folder } of walk(this.#directory, undefined, () => {})) {
        const identity = this.#identityOf(folder);
        if (identity !== undefined) found.set(folder, identity);
        if (found.size === maxFolders) break;
      }
    } catch {
      // It cannot be read just now; whoever reads it is told why.
    }
    return found;
  }

  /**
   * Undefined: there is no such folder. The time is part of it because a file system gives the
   * number of a removed folder to the next one that is made.
   */
  #identityOf(folder: string): string | undefined {
    try {
      const root = this.#directory.root();
      if (root === undefined) return undefined;
      const path = hostPath(root, folder.slice(0, -1));
      const status = this.#directory.fileSystem.lstatSync(path, { throwIfNoEntry: false });
      return status?.isDirectory() ? `${status.ino}-${status.birthtimeMs}` : undefined;
    } catch {
      return undefined;
    }
  }

  #watch(folder: string, identity: string): boolean {
    const root = this.#directory.root();
    const { fileSystem } = this.#directory;
    if (root === undefined) return false;
    try {
      const watcher = fileSystem.watch?.(hostPath(root, folder.slice(0, -1)), (_event, name) =>
        this.#changed(folder, name),
      );
      if (watcher === undefined) return false;
      watcher.on('error', () => this.#drop(folder));
      this.#watchers.set(folder, { identity, watcher });
      return true;
    } catch {
      // The folder is gone again, or the system has no more watchers to give.
      return false;
    }
  }

  #changed(folder: string, name: string | null): void {
    if (name?.startsWith('.')) return;
    const path = name === null ? undefined : safePath(folder + name);
    if (path === undefined && name !== null) return;
    // What was put into a new folder before it was watched is not known one by one.
    const isNewFolder = this.#identityOf(`${path ?? ''}/`) !== undefined && this.look();
    this.#onChange(isNewFolder ? undefined : path);
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.watcher.close();
    this.#watchers.delete(folder);
  }
}

/** Undefined: no file of that name is ever listed. */
function safePath(path: string): StoragePath | undefined {
  try {
    return storagePath(path);
  } catch {
    return undefined;
  }
}

/** Changes that nobody has taken yet, each once. */
class ChangeQueue {
  readonly #waiting = new Set<StoragePath | undefined>();
  #ended = false;
  #wake: () => void = () => {};

  add(path: StoragePath | undefined): void {
    this.#waiting.add(path);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *all(): AsyncGenerator<StoragePath | undefined> {
    while (!this.#ended) {
      for (const path of this.#waiting) {
        this.#waiting.delete(path);
        yield path;
        if (this.#ended) return;
      }
      if (this.#ended) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (this.#waiting.size > 0 || this.#ended) resolve();
      });
    }
  }
}

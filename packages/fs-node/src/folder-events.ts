import {
  closeSync,
  constants,
  futimesSync,
  openSync,
  readFileSync,
  statfsSync,
  watch,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { type FolderWatcher, localFileSystem } from './file-system.js';
import { hostPath, type MemoryDirectory } from './memory-directory.js';

/** A watcher takes a little of what the system has for all programs. */
const maxFolders = 256;

/** How long the event of our own change may take, in milliseconds. */
const patience = 50;

/** The system drops events when its queue is full: long before, they count as dropped. */
const [manyEvents, smallQueue] = [1_000, 4_096];

/**
 * File systems that nobody can change but through this kernel, by their magic numbers: ext2 to 4,
 * XFS, Btrfs, F2FS, tmpfs. Of what another machine changes on a share no event tells.
 */
const localTypes = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994]);

/**
 * The names that changed in folders of a memory directory, whoever changed them, as the system
 * tells them. Only on Linux: there all events of a process wait in one queue, in the order of what
 * happened, so that when the event of a change of our own has arrived, those of all that was done
 * before it have arrived too.
 *
 * Two things raise no event: a file that is written through a memory map, and one that is written
 * through another hard link of it.
 */
export class FolderEvents {
  readonly #directory: MemoryDirectory;
  readonly #root: string;
  readonly #ownFile: OwnFile;
  readonly #watched = new Map<string, { readonly identity: string; watcher: FolderWatcher }>();
  #names = new Set<string>();
  #count = 0;
  #isBroken = false;

  /** Undefined where events cannot be relied on. */
  static open(directory: MemoryDirectory): FolderEvents | undefined {
    const root = directory.root();
    if (root === undefined || directory.fileSystem !== localFileSystem) return undefined;
    try {
      return isReliable(root) ? new FolderEvents(directory, root, new OwnFile()) : undefined;
    } catch {
      // No watcher to be had, no temporary folder: then every look is a whole one.
      return undefined;
    }
  }

  private constructor(directory: MemoryDirectory, root: string, ownFile: OwnFile) {
    this.#directory = directory;
    this.#root = root;
    this.#ownFile = ownFile;
  }

  /**
   * Resolves to what changed until now and was not told before: paths of files or folders.
   * Undefined: anything may have changed.
   */
  async arrived(): Promise<ReadonlySet<string> | undefined> {
    if (!(await this.#ownFile.touch())) this.#isBroken = true;
    const names = this.#names;
    const isFull = this.#count >= manyEvents;
    this.#names = new Set();
    this.#count = 0;
    return isFull || !this.isGood() ? undefined : names;
  }

  /** False when a new one has to be opened, or none: no further event can be relied on. */
  isGood(): boolean {
    const watched = this.#watched.get('');
    return !this.#isBroken && (!watched || watched.identity === this.#identityOf(''));
  }

  /**
   * Watches these folders from now on, and no others.
   *
   * @returns false when some were not watched before: what happened in them meanwhile is not known
   */
  watch(folders: readonly string[]): boolean {
    const wanted = new Set(folders);
    // Without the directory itself nothing would tell when it is there again.
    if (wanted.size > maxFolders || !wanted.has('')) this.#isBroken = true;
    if (this.#isBroken) return false;
    for (const folder of this.#watched.keys()) if (!wanted.has(folder)) this.#drop(folder);
    let allKnown = true;
    for (const folder of wanted) {
      const identity = this.#identityOf(folder);
      if (identity !== undefined && this.#watched.get(folder)?.identity === identity) continue;
      allKnown = false;
      this.#drop(folder);
      if (identity !== undefined) this.#add(folder, identity);
    }
    return allKnown;
  }

  isWatched(folder: string): boolean {
    return this.#watched.has(folder);
  }

  close(): void {
    for (const folder of this.#watched.keys()) this.#drop(folder);
    this.#ownFile.close();
  }

  #add(folder: string, identity: string): void {
    try {
      const path = this.#pathOf(folder);
      const own = path.slice(path.lastIndexOf('/') + 1);
      const watcher = watch(path, { persistent: false }, (_, name) => {
        this.#count++;
        // The folder itself is told by its own name, and is not known from a file of that name.
        if (name === null || name === own) this.#count = manyEvents;
        else if (!name.startsWith('.')) this.#names.add(folder + name);
      });
      watcher.on('error', () => {
        this.#isBroken = true;
      });
      this.#watched.set(folder, { identity, watcher });
    } catch {
      // It is gone again, which its parent tells, or the system has no more watchers to give.
      if (this.#identityOf(folder) !== undefined) this.#isBroken = true;
    }
  }

  #drop(folder: string): void {
    this.#watched.get(folder)?.watcher.close();
    this.#watched.delete(folder);
  }

  /** The number of a removed folder is given to the next one that is made, the time is not. */
  #identityOf(folder: string): string | undefined {
    const status = this.#directory.fileSystem.lstatSync(this.#pathOf(folder), {
      throwIfNoEntry: false,
    });
    return status?.isDirectory() ? `${status.ino}-${status.birthtimeMs}` : undefined;
  }

  #pathOf(folder: string): string {
    return hostPath(this.#root, folder.slice(0, -1));
  }
}

function isReliable(root: string): boolean {
  const { bun, deno } = process.versions;
  // Others run JavaScript too, and may read events in another way than Node.
  if (process.platform !== 'linux' || bun !== undefined || deno !== undefined) return false;
  const queue = Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'));
  return queue >= smallQueue && localTypes.has(statfsSync(root).type);
}

/** A file without a name, whose times we set to hear of it. It is gone when the process ends. */
class OwnFile {
  readonly #descriptor: number;
  readonly #watcher: FolderWatcher;
  #arrive: () => void = () => {};

  constructor() {
    // O_TMPFILE, which Node does not name.
    const flags = 0o20000000 | constants.O_DIRECTORY | constants.O_RDWR;
    this.#descriptor = openSync(tmpdir(), flags, 0o600);
    try {
      const path = `/proc/self/fd/${this.#descriptor}`;
      const watcher = watch(path, { persistent: false }, () => this.#arrive());
      this.#watcher = watcher;
      watcher.on('error', () => {});
    } catch (error) {
      closeSync(this.#descriptor);
      throw error;
    }
  }

  /**
   * Resolves to true when the event has arrived; to false when it does not. Then it may arrive at
   * any time and this file is of no use any more. One call at a time.
   */
  touch(): Promise<boolean> {
    return new Promise((resolve) => {
      // A late timer may come before an event that waits already: the event comes first.
      const timer = setTimeout(() => setImmediate(() => resolve(false)), patience);
      this.#arrive = () => {
        clearTimeout(timer);
        resolve(true);
      };
      try {
        futimesSync(this.#descriptor, 0, 0);
      } catch {
        clearTimeout(timer);
        resolve(false);
      }
    });
  }

  close(): void {
    this.#watcher.close();
    closeSync(this.#descriptor);
  }
}

import type { ChangeMark, FileChanges, StoragePath, StoredFileInfo } from '@mem/core';
import { isAboutOneFile, isAbsent } from './failures.js';
import type { FileStatus } from './file-system.js';
import type { FolderEvents } from './folder-events.js';
import { describe, type FileLister, isRestless } from './list-files.js';
import { hostPath, type MemoryDirectory } from './memory-directory.js';
import { monotonicTime } from './monotonic-time.js';

/** A program that looks so often lives long enough for watchers to be worth while. */
const looksBeforeWatching = 3;

/** How long events are relied on before every file is looked at again, in milliseconds. */
const trustedFor = 2_000;

/** So many changes are kept for whom asks; who comes later looks at all. */
const changesKept = 4_096;

/**
 * Tells what changed since an earlier look. Once a program has looked several times, the events of
 * the system say which files are worth a look, where they can be relied on; see `FolderEvents`.
 * For what raises no event, every file is looked at when the last time is two seconds ago, and each
 * time where it has several hard links.
 */
export class FileFollower {
  readonly #directory: MemoryDirectory;
  readonly #lister: FileLister;
  #files = new Map<StoragePath, StoredFileInfo>();
  /** Files to look at although no event names them. */
  #restless = new Set<StoragePath>();
  /** What changed, oldest first, and how many were forgotten before. */
  #log: StoragePath[] = [];
  #forgotten = 0;
  #looks = 0;
  #events: FolderEvents | undefined;
  /** When all files were looked at, and nothing was missed since; by `monotonicTime`. */
  #trueSince = Number.NEGATIVE_INFINITY;
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(directory: MemoryDirectory, lister: FileLister) {
    this.#directory = directory;
    this.#lister = lister;
  }

  changesSince(mark: ChangeMark | undefined): Promise<FileChanges> {
    const changes = this.#turn.then(async () => {
      await this.#look();
      return this.#since(mark);
    });
    this.#turn = changes.catch(() => undefined);
    return changes;
  }

  close(): void {
    this.#isClosed = true;
    this.#stopListening();
  }

  #since(given: ChangeMark | undefined): FileChanges {
    const mark = new Mark(this, this.#forgotten + this.#log.length);
    const from = given instanceof Mark && given.owner === this ? given.at - this.#forgotten : -1;
    if (from < 0) return { mark, whole: true, changed: [...this.#files.values()], removed: [] };
    const paths = [...new Set(this.#log.slice(from))];
    const changed = paths.flatMap((path) => this.#files.get(path) ?? []);
    const removed = paths.filter((path) => !this.#files.has(path));
    return { mark, whole: false, changed, removed };
  }

  async #look(): Promise<void> {
    const trueSince = this.#trueSince;
    const named = await this.#namedByEvents();
    // Until this look is done, what was named is not looked at.
    this.#trueSince = Number.NEGATIVE_INFINITY;
    const isRecent = monotonicTime() - trueSince < trustedFor;
    if (named === undefined || !isRecent || !this.#lookAtEach(named)) this.#lookAtAll();
    else this.#trueSince = trueSince;
  }

  /** Undefined: no event can say what is worth a look. */
  async #namedByEvents(): Promise<ReadonlySet<string> | undefined> {
    if (this.#events === undefined) {
      this.#looks++;
      if (this.#looks < looksBeforeWatching || this.#isClosed) return undefined;
      const { FolderEvents } = await import('./folder-events.js');
      this.#events = FolderEvents.open(this.#directory);
      return undefined;
    }
    const named = await this.#events.arrived();
    if (!this.#events?.isGood()) this.#stopListening();
    return this.#events && named;
  }

  #stopListening(): void {
    this.#events?.close();
    this.#events = undefined;
    this.#trueSince = Number.NEGATIVE_INFINITY;
  }

  #lookAtAll(): void {
    const startedAt = monotonicTime();
    let files = this.#lister.listAll();
    // A folder is listed again when it was not watched yet as it was listed.
    for (let round = 0; this.#events?.watch(this.#lister.folders) === false; round++) {
      if (round === 3 || !this.#events.isGood()) this.#stopListening();
      files = this.#lister.listAll();
    }
    this.#takeAll(files);
    this.#restless = new Set(this.#lister.restless);
    this.#trueSince = this.#events === undefined ? Number.NEGATIVE_INFINITY : startedAt;
  }

  #takeAll(files: readonly StoredFileInfo[]): void {
    const before = this.#files;
    this.#files = new Map(files.map((info) => [info.path, info]));
    for (const path of before.keys()) if (!this.#files.has(path)) this.#note(path);
    for (const info of files) if (!isSame(before.get(info.path), info)) this.#note(info.path);
  }

  /** False when all has to be looked at: it is no matter of single files. */
  #lookAtEach(named: ReadonlySet<string>): boolean {
    const root = this.#directory.root();
    if (root === undefined) return false;
    for (const path of new Set([...named, ...this.#restless])) {
      if (!this.#lookAt(root, path as StoragePath)) return false;
    }
    return true;
  }

  #lookAt(root: string, path: StoragePath): boolean {
    // Once a file, before its status: an earlier time only makes it young.
    const now = this.#directory.now();
    const status = this.#statusOf(hostPath(root, path));
    if (status === 'unknown' || this.#events?.isWatched(`${path}/`)) return false;
    this.#restless.delete(path);
    if (status?.isFile()) {
      // Of a name that is out of the ordinary, the listing decides whether it is shown.
      if (!this.#files.has(path) && !/^[\w -][\w .-]*$/.test(nameOf(path))) return false;
      if (isRestless(status, now)) this.#restless.add(path);
      const info = describe(this.#directory, hostPath(root, path), path, status, now);
      if (isSame(this.#files.get(path), info)) return true;
      this.#files.set(path, info);
      this.#note(path);
      return true;
    }
    if (status?.isDirectory()) return false;
    if (this.#files.delete(path)) this.#note(path);
    return true;
  }

  #statusOf(path: string): FileStatus | undefined | 'unknown' {
    try {
      return this.#directory.fileSystem.lstatSync(path, { throwIfNoEntry: false });
    } catch (error) {
      if (isAbsent(error) || isAboutOneFile(error)) return 'unknown';
      throw error;
    }
  }

  #note(path: StoragePath): void {
    this.#log.push(path);
    if (this.#log.length <= 2 * changesKept) return;
    this.#forgotten += this.#log.length - changesKept;
    this.#log = this.#log.slice(-changesKept);
  }
}

class Mark {
  readonly owner: FileFollower;
  readonly at: number;

  constructor(owner: FileFollower, at: number) {
    this.owner = owner;
    this.at = at;
  }
}

function isSame(one: StoredFileInfo | undefined, other: StoredFileInfo): boolean {
  return one !== undefined && one.version === other.version && one.modifiedAt === other.modifiedAt;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

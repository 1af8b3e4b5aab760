import { isEntryPath } from '../entry-path.js';
import {
  type ChangeMark,
  type FileChanges,
  isFollowable,
  type Storage,
  type StoragePath,
  type StoredFileInfo,
  type Version,
} from '../storage.js';
import { listFiles } from '../store/directory-view.js';
import { eachEntry, type FoundEntry, parseFound, readIfReadable } from './each-entry.js';
import { RankedIndex } from './ranked-index.js';
import { type EntryFacts, factsOf } from './search-filter.js';

interface KnownFile {
  readonly version: Version;
  readonly facts: EntryFacts;
}

/** An entry as its file holds it, and the size of the file in bytes. */
export interface EntryInFile {
  readonly entry: FoundEntry;
  readonly size: number;
}

/** Entries that were shown lately are kept, up to this many bytes of their files. */
const keptBytes = 1_000_000;

/** From this many changed files on, one pass over all of them is cheaper than reading each. */
const manyChanges = 64;
/** A file that changed less than this before the listing may have changed during the pass too. */
const youngMs = 5_000;

/** A ranked index that follows the storage: each refresh reads only what changed. */
export class LiveIndex {
  readonly index = new RankedIndex<StoragePath>();
  readonly #storage: Storage;
  readonly #now: () => number;
  readonly #known = new Map<StoragePath, KnownFile>();
  /** Shown lately, and unchanged since; the latest last. */
  readonly #shown = new Map<StoragePath, EntryInFile>();
  #shownBytes = 0;
  /** Up to where the storage has told of changes. */
  #mark: ChangeMark | undefined;

  constructor(storage: Storage, now: () => number) {
    this.#storage = storage;
    this.#now = now;
  }

  factsOf(path: StoragePath): EntryFacts {
    return this.#known.get(path)!.facts;
  }

  /** What the file held at the last refresh, or holds now; undefined when it is gone. */
  async read(path: StoragePath): Promise<EntryInFile | undefined> {
    const shown = this.#takeShown(path);
    if (shown) {
      this.#show(path, shown);
      return shown;
    }
    const file = await readIfReadable(this.#storage, path);
    if (!file) return undefined;
    const read = { entry: await parseFound(path, file.bytes), size: file.bytes.length };
    // Any other version may be one that the next refresh does not take for a change.
    if (file.version === this.#known.get(path)?.version) this.#show(path, read);
    return read;
  }

  #show(path: StoragePath, read: EntryInFile): void {
    this.#takeShown(path);
    this.#shown.set(path, read);
    this.#shownBytes += read.size;
    for (const [oldest] of this.#shown) {
      if (this.#shownBytes <= keptBytes) break;
      this.#takeShown(oldest);
    }
  }

  #takeShown(path: StoragePath): EntryInFile | undefined {
    const shown = this.#shown.get(path);
    if (shown && this.#shown.delete(path)) this.#shownBytes -= shown.size;
    return shown;
  }

  /** Makes the index true to the storage as it is now. */
  async refresh(): Promise<void> {
    const before = this.#mark;
    try {
      let changed = await this.#changes();
      if (changed.length >= manyChanges) {
        await this.#takeInBulk(changed);
        const left = changed.filter((info) => !this.#isKnown(info));
        changed = [...left, ...(await this.#changes())];
      }
      for (const info of changed) await this.#takeOne(info);
    } catch (error) {
      // What was told but not taken in is to be told again.
      this.#mark = before;
      throw error;
    }
  }

  /** Forgets what is gone; gives the files whose version is not the known one. */
  async #changes(): Promise<StoredFileInfo[]> {
    const { mark, whole, changed, removed } = await this.#changesSince();
    const files = changed.filter(({ path }) => isEntryPath(path));
    if (whole) this.#forgetAllBut(new Set(files.map(({ path }) => path)));
    for (const path of removed) this.#forget(path);
    this.#mark = mark;
    return files.filter((info) => !this.#isKnown(info));
  }

  async #changesSince(): Promise<Omit<FileChanges, 'mark'> & { readonly mark?: ChangeMark }> {
    if (isFollowable(this.#storage)) return this.#storage.changesSince(this.#mark);
    return { whole: true, changed: await listFiles(this.#storage), removed: [] };
  }

  #isKnown({ path, version }: StoredFileInfo): boolean {
    return this.#known.get(path)?.version === version;
  }

  #forgetAllBut(present: ReadonlySet<StoragePath>): void {
    for (const path of this.#known.keys()) if (!present.has(path)) this.#forget(path);
  }

  /**
   * Takes many files in with one pass. The pass does not tell versions: each file is known by the
   * version it was listed with, and the next look at the versions finds what changed meanwhile.
   * Only the bytes of young files may differ from what their version says.
   */
  async #takeInBulk(changed: readonly StoredFileInfo[]): Promise<void> {
    const listedAt = this.#now();
    const listed = new Map(changed.map((info) => [info.path, info]));
    await eachEntry(this.#storage, {
      wants: ({ path }) => isSettled(listed.get(path), listedAt),
      take: (path, entry, size) => this.#keep(listed.get(path)!, entry, size),
    });
  }

  async #takeOne(info: StoredFileInfo): Promise<void> {
    const file = await readIfReadable(this.#storage, info.path);
    if (!file) return this.#forget(info.path);
    const { version, modifiedAt } = file;
    const entry = await parseFound(info.path, file.bytes);
    this.#keep(
      { path: info.path, version, size: file.bytes.length, ...(modifiedAt ? { modifiedAt } : {}) },
      entry,
      file.bytes.length,
    );
  }

  #keep(info: StoredFileInfo, entry: FoundEntry, size: number): void {
    this.#takeShown(info.path);
    this.#known.set(info.path, {
      version: info.version,
      facts: factsOf(info.path, entry, info.modifiedAt),
    });
    this.index.set(info.path, entry, size);
  }

  #forget(path: StoragePath): void {
    this.#takeShown(path);
    this.#known.delete(path);
    this.index.delete(path);
  }
}

function isSettled(info: StoredFileInfo | undefined, now: number): boolean {
  return info?.modifiedAt !== undefined && Math.abs(now - info.modifiedAt) > youngMs;
}

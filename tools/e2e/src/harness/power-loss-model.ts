import { dirname } from 'node:path';

/** What a name leads to: a file, by its number, or a folder. */
type Target = number | 'folder';

interface FileData {
  /** As programs see it. */
  current: Uint8Array;
  /** What the disk was last asked to keep; undefined when it never was. */
  synced: Uint8Array | undefined;
}

/** One change of names, which happens whole or not at all. */
interface NameChange {
  /** Synchronising one of these makes it last. */
  readonly folders: readonly string[];
  readonly set?: readonly [string, Target];
  readonly remove?: string;
}

/** What a power cut may leave of a file that was not synced. */
export type Remains = 'as written' | 'as last synced' | 'half of it' | 'zeros of its length';

export const allRemains: readonly Remains[] = [
  'as written',
  'as last synced',
  'half of it',
  'zeros of its length',
];

/** Bytes of files by their paths, as they are found after the power is back. */
export type FoundFiles = ReadonlyMap<string, Uint8Array>;

/**
 * A disk as POSIX promises it and no better. The bytes of a file last once it was synced; a name
 * lasts once its folder was. Until then a power cut may keep or drop each change of a name, whatever
 * the order, and leave anything in place of unsynced bytes. A rename happens whole or not at all.
 */
export class PowerLossModel {
  readonly #files: FileData[] = [];
  readonly #names = new Map<string, Target>();
  #lasting = new Map<string, Target>();
  #unsynced: NameChange[] = [];

  /** Something that was there from the beginning, and lasts. */
  layOut(path: string, bytes: Uint8Array | 'folder'): void {
    const target = bytes === 'folder' ? bytes : this.#files.push(laidOut(bytes)) - 1;
    this.#names.set(path, target);
    this.#lasting.set(path, target);
  }

  makeFolder(path: string): void {
    if (!this.#names.has(path)) this.#change({ folders: [dirname(path)], set: [path, 'folder'] });
  }

  /** The file's number; a new one when it is not there. */
  open(path: string, { truncate }: { readonly truncate: boolean }): Target {
    const known = this.#names.get(path);
    if (known === undefined) {
      const made = this.#files.push({ current: new Uint8Array(0), synced: undefined }) - 1;
      this.#change({ folders: [dirname(path)], set: [path, made] });
      return made;
    }
    if (truncate && known !== 'folder') this.#fileAt(known).current = new Uint8Array(0);
    return known;
  }

  append(file: number, bytes: Uint8Array): void {
    const data = this.#fileAt(file);
    const longer = new Uint8Array(data.current.length + bytes.length);
    longer.set(data.current);
    longer.set(bytes, data.current.length);
    data.current = longer;
  }

  syncFile(file: number): void {
    const data = this.#fileAt(file);
    data.synced = data.current;
  }

  syncFolder(folder: string): void {
    const last = this.#unsynced.filter(({ folders }) => folders.includes(folder));
    this.#unsynced = this.#unsynced.filter(({ folders }) => !folders.includes(folder));
    for (const change of last) apply(this.#lasting, change);
  }

  link(from: string, to: string): void {
    this.#change({ folders: [dirname(to)], set: [to, this.#targetOf(from)] });
  }

  rename(from: string, to: string): void {
    const folders = [dirname(from), dirname(to)];
    this.#change({ folders, set: [to, this.#targetOf(from)], remove: from });
  }

  unlink(path: string): void {
    this.#change({ folders: [dirname(path)], remove: path });
  }

  /** What may be found when the power is cut now. Each choice of names with each choice of bytes. */
  *cuts(random: () => number): Generator<FoundFiles> {
    for (const kept of this.#choices(random)) {
      const names = new Map(this.#lasting);
      for (const change of kept) apply(names, change);
      for (const remains of allRemains) yield this.#found(names, remains);
    }
  }

  /** All, none, all up to one, all but one, only one, and some by chance. */
  *#choices(random: () => number): Generator<readonly NameChange[]> {
    const changes = this.#unsynced;
    yield changes;
    if (changes.length === 0) return;
    yield [];
    for (let at = Math.max(0, changes.length - 12); at < changes.length; at++) {
      yield changes.slice(0, at);
      yield changes.filter((_, other) => other !== at);
      yield changes.slice(at, at + 1);
    }
    for (let round = 0; round < 6; round++) yield changes.filter(() => random() < 0.5);
  }

  #found(names: ReadonlyMap<string, Target>, remains: Remains): FoundFiles {
    const found = new Map<string, Uint8Array>();
    for (const [path, target] of names) {
      if (target === 'folder' || names.get(dirname(path)) !== 'folder') continue;
      found.set(path, remainsOf(this.#fileAt(target), remains));
    }
    return found;
  }

  #change(change: NameChange): void {
    apply(this.#names, change);
    this.#unsynced.push(change);
  }

  #targetOf(path: string): Target {
    const target = this.#names.get(path);
    if (target === undefined) throw new Error(`the model has no ${path}`);
    return target;
  }

  #fileAt(file: number): FileData {
    return this.#files[file] as FileData;
  }
}

function laidOut(bytes: Uint8Array): FileData {
  return { current: bytes, synced: bytes };
}

function apply(names: Map<string, Target>, { set, remove }: NameChange): void {
  if (set) names.set(...set);
  if (remove !== undefined) names.delete(remove);
}

function remainsOf({ current, synced }: FileData, remains: Remains): Uint8Array {
  if (synced === current || remains === 'as written') return current;
  if (remains === 'as last synced') return synced ?? new Uint8Array(0);
  if (remains === 'half of it') return current.slice(0, current.length / 2);
  return new Uint8Array(current.length);
}

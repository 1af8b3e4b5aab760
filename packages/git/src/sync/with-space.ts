import { type Storage, StorageError, type StoragePath } from '@mem/core';
import { errorCode } from '@mem/fs-node/internal';
import type { WorkFolder } from '../work-folder.js';

/** In bytes, for the files that one change writes and for what they replace. */
export interface NeededSpace {
  readonly files: ReadonlyMap<StoragePath, number>;
  readonly replaced: number;
}

/**
 * Runs what writes several files with the room for all of them taken on the disk before, so that a
 * disk that is full is met before the first of them is changed. Only one process may be in here.
 *
 * @param action gets a storage that gives up a file's room as it writes the file, and all of it when
 * that fails, so that what was written can be put back
 * @throws StorageError with nothing changed when there is no such room
 */
export async function withSpace<T>(
  { storage, folder }: { readonly storage: Storage; readonly folder: WorkFolder },
  { files, replaced }: NeededSpace,
  action: (storage: Storage) => Promise<T>,
): Promise<T> {
  if (files.size < 2) return await action(storage);
  const space = new Space(folder);
  try {
    space.take([...files], replaced);
    return await action(space.givenUpFor(storage));
  } finally {
    space.giveUp();
  }
}

/** In bytes: a file takes whole blocks of the disk, and the storage keeps a note of each. */
const besideEach = 8 * 1024;
/** In bytes, for what the storage writes and removes again around every file. */
const besideAll = 64 * 1024;

/**
 * Files that are removed without a lock, which would itself take room. One process is in here at a
 * time, so what is there before was left by one that was killed.
 */
class Space {
  readonly #folder: WorkFolder;
  readonly #held = new Map<StoragePath | '', string>();

  constructor(folder: WorkFolder) {
    this.#folder = folder;
  }

  take(files: readonly (readonly [StoragePath, number])[], replaced: number): void {
    for (const name of this.#folder.names('space')) this.#folder.remove(`space/${name}`);
    try {
      // For the way back, which copies what was there.
      this.#hold('', 'back', replaced + besideAll + files.length * besideEach);
      for (const [at, [path, size]] of files.entries()) this.#hold(path, `${at}`, size);
    } catch (error) {
      this.giveUp();
      throw isFull(error) ? noRoom(files.length, error) : error;
    }
  }

  #hold(path: StoragePath | '', name: string, size: number): void {
    if (size === 0) return;
    this.#held.set(path, `space/${name}`);
    this.#folder.reserve(`space/${name}`, size);
  }

  givenUpFor(storage: Storage): Storage {
    const own: Pick<Storage, 'read' | 'write' | 'remove'> = {
      read: (path) => this.#orGiveUp(storage.read(path)),
      write: (path, ...rest) => {
        this.#release(path);
        return this.#orGiveUp(storage.write(path, ...rest));
      },
      remove: (...values) => this.#orGiveUp(storage.remove(...values)),
    };
    return new Proxy(storage, {
      get: (target, key) => {
        if (key in own) return own[key as keyof typeof own];
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  /** Whatever fails, what comes next is the way back. */
  async #orGiveUp<T>(call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      this.giveUp();
      throw error;
    }
  }

  giveUp(): void {
    for (const path of [...this.#held.keys()]) this.#release(path);
  }

  #release(path: StoragePath | ''): void {
    const name = this.#held.get(path);
    if (name === undefined) return;
    this.#held.delete(path);
    this.#folder.remove(name);
  }
}

function isFull(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT';
}

function noRoom(count: number, cause: unknown): StorageError {
  return new StorageError(
    `The disk has no room for the ${count} files that come in, so none was written. Make room, then try again.`,
    { operation: 'write', cause },
  );
}

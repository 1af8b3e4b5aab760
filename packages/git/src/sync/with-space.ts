import { randomBytes } from 'node:crypto';
import {
  type Storage,
  StorageError,
  type StoragePath,
  storagePath,
  type WriteResult,
} from '@mem/core';
import { errorCode } from '@mem/fs-node/internal';

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
  storage: Storage,
  { files, replaced }: NeededSpace,
  action: (storage: Storage) => Promise<T>,
): Promise<T> {
  if (files.size < 2) return await action(storage);
  const space = new Space(storage);
  try {
    await space.take([...files], replaced);
    return await action(space.givenUpFor());
  } finally {
    await space.giveUp();
  }
}

/** One process is in here at a time, so what a killed one has left is replaced by the next. */
const folder = '.mem/space';

class Space {
  readonly #storage: Storage;
  readonly #held = new Map<StoragePath | '', StoragePath>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async take(files: readonly (readonly [StoragePath, number])[], replaced: number): Promise<void> {
    try {
      // For the way back, which copies what was there.
      await this.#hold('', 'back', replaced);
      for (const [at, [path, size]] of files.entries()) await this.#hold(path, `${at}`, size);
    } catch (error) {
      await this.giveUp();
      throw isFull(error) ? noRoom(files.length, error) : error;
    }
  }

  async #hold(path: StoragePath | '', name: string, size: number): Promise<void> {
    if (size === 0) return;
    const place = storagePath(`${folder}/${name}`);
    // Not zeros, which some file systems keep without any room.
    await this.#storage.write(place, randomBytes(size));
    this.#held.set(path, place);
  }

  givenUpFor(): Storage {
    const write = async (...[path, ...rest]: Parameters<Storage['write']>) => {
      await this.#release(path);
      return await this.#orNothing(() => this.#storage.write(path, ...rest));
    };
    return new Proxy(this.#storage, {
      get: (target, key) => {
        if (key === 'write') return write;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  async #orNothing(write: () => Promise<WriteResult>): Promise<WriteResult> {
    try {
      return await write();
    } catch (error) {
      await this.giveUp();
      throw error;
    }
  }

  async giveUp(): Promise<void> {
    for (const path of [...this.#held.keys()]) await this.#release(path);
  }

  async #release(path: StoragePath | ''): Promise<void> {
    const place = this.#held.get(path);
    if (place === undefined) return;
    this.#held.delete(path);
    // What cannot be removed now is replaced the next time.
    await this.#storage.remove(place).catch(() => {});
  }
}

function isFull(error: unknown): boolean {
  const code = error instanceof StorageError ? errorCode(error.cause) : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

function noRoom(count: number, cause: unknown): StorageError {
  return new StorageError(
    `The disk has no room for the ${count} files that come in, so none was written. Make room, then try again.`,
    { operation: 'write', cause },
  );
}

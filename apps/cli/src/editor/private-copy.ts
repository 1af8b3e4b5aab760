import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { MemoryError, StorageError } from '@mem/core';
import { isInside } from '@mem/fs-node/directory-rule';

/** A file that nobody else may read, outside of the memory directory, for an editor to work on. */
export interface PrivateCopy {
  readonly path: string;
  /** What stands in it now; undefined when the editor took it away. */
  read(): Uint8Array | undefined;
  remove(): void;
}

/**
 * @param entryPath gives the copy its name, which an editor may show and tell the language by
 * @throws MemoryError when there is no place for it
 */
export function makePrivateCopy(
  entryPath: string,
  bytes: Uint8Array,
  memoryDirectory: string,
): PrivateCopy {
  const folder = makeFolder(memoryDirectory);
  const path = join(folder, basename(entryPath));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    remove();
    throw noPlace(error);
  }
  return { path, read: () => readIfThere(path), remove };
}

function makeFolder(memoryDirectory: string): string {
  const place = temporaryFolder();
  if (isInside(memoryDirectory, place)) {
    throw new MemoryError(
      'REFUSED',
      'The folder for temporary files lies in the memory directory. Point TMPDIR elsewhere.',
    );
  }
  try {
    return mkdtempSync(join(place, 'mem-edit-'));
  } catch (error) {
    throw noPlace(error);
  }
}

function temporaryFolder(): string {
  try {
    return realpathSync(tmpdir());
  } catch (error) {
    throw noPlace(error);
  }
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw noPlace(error);
  }
}

function noPlace(error: unknown): StorageError {
  const { code } = error as NodeJS.ErrnoException;
  return new StorageError(
    `The copy for the editor could not be used (${code}). Point TMPDIR to a folder with room.`,
    { operation: 'edit', cause: error },
  );
}

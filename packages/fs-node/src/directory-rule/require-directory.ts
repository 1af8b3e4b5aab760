import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { MemoryError, StorageError } from '@mem/core';

/**
 * Absent, or a directory that can be read; everything else is an error with its remedy.
 *
 * @throws StorageError
 */
export function directoryExists(directory: string): boolean {
  try {
    const status = statSync(directory, { throwIfNoEntry: false });
    if (status === undefined) return false;
    if (!status.isDirectory()) {
      throw failure(`${directory} is a file, not a directory. Name another with --dir.`);
    }
    accessSync(directory, constants.R_OK | constants.X_OK);
    return true;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOTDIR') {
      throw failure(`A part of ${directory} is a file. Name another directory with --dir.`);
    }
    throw failure(
      `${directory} cannot be read (${code}). Change its permissions, or name another with --dir.`,
      error,
    );
  }
}

export function noDirectory(directory: string): MemoryError {
  return new MemoryError(
    'NOT_FOUND',
    `There is no memory directory at ${directory}. Make it with "mem init", or name another with --dir ("mem where" explains the choice).`,
  );
}

/**
 * Private to the user, as memories are.
 *
 * @throws StorageError
 */
export function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw failure(`${directory} cannot be made (${code}). Name another with --dir.`, error);
  }
}

function failure(message: string, cause?: unknown): StorageError {
  return new StorageError(message, { operation: 'open', cause });
}

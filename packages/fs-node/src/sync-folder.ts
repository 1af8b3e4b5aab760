import type { StoragePath, StorageWarning } from '@mem/core';
import { errorCode } from './failures.js';
import type { FileSystem } from './file-system.js';

/**
 * Asks the disk to have the names of the folder that holds the file, and of those above it up to
 * the root: a folder that was made for the file must survive too. A failure is a warning.
 */
export function syncFolderOf(
  fileSystem: FileSystem,
  root: string,
  path: StoragePath,
  warnings: StorageWarning[],
): void {
  let folder: string = path;
  do {
    folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0));
    try {
      syncFolder(fileSystem, folder === '' ? root : `${root}/${folder}`);
    } catch (error) {
      const code = errorCode(error) ?? 'unknown error';
      warnings.push({
        path,
        message: `${path} is changed, but may not survive a power cut: its folder could not be synced (${code}).`,
      });
      return;
    }
  } while (folder !== '');
}

export function syncFolder(fileSystem: FileSystem, path: string): void {
  const descriptor = fileSystem.openSync(path, fileSystem.constants.O_RDONLY);
  try {
    fileSystem.fsyncSync(descriptor);
  } finally {
    fileSystem.closeSync(descriptor);
  }
}

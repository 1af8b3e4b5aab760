import { errorCode } from './failures.js';
import type { FileSystem } from './file-system.js';

/**
 * Removes a folder that holds nothing but such folders, as removed files leave it behind: only a
 * disk knows of it, and it must not keep a file from its name. Anything else in it keeps it all.
 */
export function removeEmptyFolder(fileSystem: FileSystem, path: string): void {
  for (const item of fileSystem.readdirSync(path, { withFileTypes: true })) {
    if (!item.isDirectory()) return;
    removeEmptyFolder(fileSystem, `${path}/${item.name}`);
  }
  try {
    fileSystem.rmdirSync(path);
  } catch (error) {
    // Somebody has put something into it, or was faster.
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
  }
}

import { errorCode } from './failures.js';
import type { FileSystem } from './file-system.js';

const mode = 0o700;

/** Makes the folder and those above it that are not there, for their owner alone. */
export function makeFolder(fileSystem: FileSystem, folder: string): void {
  try {
    fileSystem.mkdirSync(folder, { recursive: true, mode });
  } catch (error) {
    // Of a read-only file system Node says only that the folder is not there: one by one, the
    // system's own answer comes out.
    if (errorCode(error) !== 'ENOENT') throw error;
    makeOneByOne(fileSystem, folder);
  }
}

function makeOneByOne(fileSystem: FileSystem, folder: string): void {
  const parent = folder.slice(0, folder.lastIndexOf('/'));
  const isMissing = fileSystem.lstatSync(parent, { throwIfNoEntry: false }) === undefined;
  if (parent !== '' && isMissing) makeOneByOne(fileSystem, parent);
  try {
    fileSystem.mkdirSync(folder, { mode });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

import type { StoragePath, StoredFileInfo } from '@mem/core';
import { isAboutOneFile, isAbsent } from './failures.js';
import type { FileStatus } from './file-system.js';
import { FoundFile } from './find-file.js';
import type { MemoryDirectory } from './memory-directory.js';
import { isYoung, statusVersion } from './versions.js';
import { type OnSkipped, walk } from './walk.js';

const passOver: OnSkipped = () => {};

/** Every file below the prefix, in one burst of synchronous calls. */
export function listFiles(directory: MemoryDirectory, prefix?: StoragePath): StoredFileInfo[] {
  const found: StoredFileInfo[] = [];
  for (const { folder, files } of walk(directory, prefix, passOver)) {
    listFolder(directory, folder, files, (info) => found.push(info));
  }
  return found;
}

/** The same, one folder after the other, as the reader asks for more. */
export function* iterateFiles(
  directory: MemoryDirectory,
  prefix?: StoragePath,
): Generator<StoredFileInfo> {
  for (const { folder, files } of walk(directory, prefix, passOver)) {
    const found: StoredFileInfo[] = [];
    listFolder(directory, folder, files, (info) => found.push(info));
    yield* found;
  }
}

function listFolder(
  directory: MemoryDirectory,
  folder: string,
  files: readonly string[],
  found: (info: StoredFileInfo) => void,
): void {
  // Once a folder, before the first status: an earlier time only makes more files young.
  const now = directory.now();
  const start = `${directory.root()}/${folder}`;
  for (const name of files) {
    const status = statusOf(directory, start + name);
    if (status === undefined) continue;
    const version = isYoung(status, now)
      ? new FoundFile(directory, start + name, status, now).version()
      : statusVersion(status);
    const path = (folder + name) as StoragePath;
    found({ path, version, size: status.size, modifiedAt: status.mtimeMs });
  }
}

/** Undefined for what is gone by now or was swapped for something else since the folder was read. */
function statusOf(directory: MemoryDirectory, path: string): FileStatus | undefined {
  try {
    const status = directory.fileSystem.lstatSync(path, { throwIfNoEntry: false });
    return status?.isFile() ? status : undefined;
  } catch (error) {
    if (isAbsent(error) || isAboutOneFile(error)) return undefined;
    throw error;
  }
}

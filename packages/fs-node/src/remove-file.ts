import {
  ConflictError,
  type RemoveResult,
  type StoragePath,
  type StorageWarning,
  type Version,
} from '@mem/core';
import type { OpenSteps } from './change-log.js';
import { checkExpectation, fileToChange } from './conditions.js';
import { errorCode } from './failures.js';
import { FoundFile, findFile } from './find-file.js';
import { hostPath, type MemoryDirectory } from './memory-directory.js';
import { placeOf } from './places.js';
import { syncFolderOf } from './sync-folder.js';
import type { Workplace } from './workplace.js';

export interface RemoveRequest {
  readonly path: StoragePath;
  readonly expect: Version | undefined;
}

/** Moves the file to the trash, in one rename under the lock. */
export async function removeFile(
  directory: MemoryDirectory,
  workplace: () => Workplace,
  steps: OpenSteps,
  request: RemoveRequest,
): Promise<RemoveResult> {
  const { path, expect } = request;
  const root = directory.root();
  const early = root === undefined ? undefined : presentFile(directory, root, path);
  if (early === undefined) return absent(path, expect);
  checkExpectation(path, early, expect);
  const warnings: StorageWarning[] = [];
  const place = workplace();
  return place.locked(warnings, () => {
    const found = presentFile(directory, place.root, path);
    if (found === undefined) return absent(path, expect);
    checkExpectation(path, found, expect);
    found.remember();
    takeAway(place, steps, path, found, warnings);
    if (directory.durability === 'power') {
      syncFolderOf(directory.fileSystem, place.root, path, warnings);
    }
    return { existed: true, warnings };
  });
}

/** A folder, or a path below a file, is no file: there is nothing to remove. */
function presentFile(
  directory: MemoryDirectory,
  root: string,
  path: StoragePath,
): FoundFile | undefined {
  const found = findFile(directory, root, path);
  if (found === 'folder' || found === 'below-file') return undefined;
  return found instanceof FoundFile ? found : fileToChange(directory, root, path);
}

function absent(path: StoragePath, expect: Version | undefined): RemoveResult {
  if (expect !== undefined) throw new ConflictError(path, null);
  return { existed: false, warnings: [] };
}

function takeAway(
  workplace: Workplace,
  steps: OpenSteps,
  path: StoragePath,
  found: FoundFile,
  warnings: StorageWarning[],
): void {
  if (placeOf(path) === 'open') {
    const copy = workplace.trash.take(path, found);
    steps.add(path, { before: copy, after: null });
    workplace.swapped.add(path, found, copy, warnings);
    return;
  }
  try {
    workplace.directory.fileSystem.unlinkSync(hostPath(workplace.root, path));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

import { ConflictError, MemoryError, type StoragePath, type Version } from '@mem/core';
import { FoundFile, findFile, type Obstacle } from './find-file.js';
import type { MemoryDirectory } from './memory-directory.js';
import { placeOf } from './places.js';

/** @throws MemoryError REFUSED for hidden files of others and the storage's own */
export function refuseHidden(path: StoragePath): void {
  const place = placeOf(path);
  if (place === 'open' || place === 'reserved') return;
  throw new MemoryError(
    'REFUSED',
    place === 'own'
      ? `${path} belongs to the storage itself and cannot be changed through it.`
      : `${path} is hidden, and hidden files of others are never touched. Choose a name without a leading dot.`,
    { path },
  );
}

/** The file to change; undefined when there is none. @throws MemoryError REFUSED for obstacles */
export function fileToChange(
  directory: MemoryDirectory,
  root: string,
  path: StoragePath,
): FoundFile | undefined {
  const found = findFile(directory, root, path);
  if (found === undefined || found instanceof FoundFile) return found;
  const reason = placeOf(path) === 'open' ? `${path} ${obstacleReason[found]}` : reservedReason;
  throw new MemoryError('REFUSED', reason, { path });
}

const reservedReason =
  '.mem, the folder for the storage itself, is blocked by a file or link of that name: nothing was changed. Move it away.';

const obstacleReason: Record<Obstacle, string> = {
  link: 'is a link and stays one: nothing was changed. Put a file in its place to have it written.',
  'linked-folder':
    'lies behind a linked folder, which may lead anywhere: nothing was changed. Put a real folder in its place.',
  special: 'is not a regular file: nothing was changed. Move it away or choose another name.',
  folder: 'is a folder: nothing was changed. Choose another name.',
  'below-file':
    'would lie below something that is not a folder: nothing was changed. Choose another name.',
};

/** @throws ConflictError unless the file is what the caller expects */
export function checkExpectation(
  path: StoragePath,
  found: FoundFile | undefined,
  expect: Version | null | undefined,
): void {
  if (expect === undefined) return;
  if (found === undefined) {
    if (expect !== null) throw new ConflictError(path, null);
    return;
  }
  if (expect === null || !found.isAt(expect)) throw new ConflictError(path, found.version());
}

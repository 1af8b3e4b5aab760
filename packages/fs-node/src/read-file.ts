import { MemoryError, type StoragePath, type StoredFile } from '@mem/core';
import { errorCode, isAbsent } from './failures.js';
import { FoundFile, findFile, type Obstacle } from './find-file.js';
import type { MemoryDirectory } from './memory-directory.js';
import { placeOf } from './places.js';

/** @throws MemoryError UNREADABLE_ENTRY for what is there but cannot be read as a file */
export function readFile(directory: MemoryDirectory, path: StoragePath): StoredFile | undefined {
  const place = placeOf(path);
  if (place === 'own' || place === 'hidden') return undefined;
  const root = directory.root();
  const found = root === undefined ? undefined : findFile(directory, root, path);
  if (found === undefined || found === 'folder' || found === 'below-file') return undefined;
  if (!(found instanceof FoundFile)) throw unreadable(path, obstacleReason[found]);
  const bytes = found.bytes();
  if (bytes !== undefined) {
    return { bytes, version: found.version(), modifiedAt: found.status.mtimeMs };
  }
  if (isAbsent(found.failure)) return undefined;
  throw unreadable(path, failureReason(found, directory.maxFileSize));
}

const obstacleReason: Record<Exclude<Obstacle, 'folder' | 'below-file'>, string> = {
  link: 'it is a link, and links are not followed. Put the file itself there.',
  'linked-folder': 'its folder is a link, and links are not followed. Put a real folder there.',
  special: 'it is not a regular file. Move it out of the memory directory.',
};

function failureReason(found: FoundFile, limit: number): string {
  if (found.failure === undefined) {
    const size = inMebibytes(found.status.size);
    return `it holds ${size} MiB, more than the limit of ${inMebibytes(limit)} MiB. Split it, or move it out of the memory directory.`;
  }
  const code = errorCode(found.failure) ?? 'unknown error';
  return `the file system does not open it (${code}). Check who owns the file and who may read it.`;
}

function inMebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toLocaleString('en', { maximumFractionDigits: 1 });
}

function unreadable(path: StoragePath, reason: string): MemoryError {
  return new MemoryError('UNREADABLE_ENTRY', `${path} cannot be read: ${reason}`, { path });
}

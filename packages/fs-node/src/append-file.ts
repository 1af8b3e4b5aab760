import { type AppendResult, MemoryError, type StoragePath, type StorageWarning } from '@mem/core';
import { fileToChange } from './conditions.js';
import { errorCode } from './failures.js';
import type { FileSystem } from './file-system.js';
import { hostPath, type MemoryDirectory } from './memory-directory.js';
import { placeOf } from './places.js';
import { syncFolderOf } from './sync-folder.js';
import { discard, syncFile, writeAll } from './temp-file.js';
import type { Workplace } from './workplace.js';

export interface AppendRequest {
  readonly path: StoragePath;
  readonly lines: Uint8Array;
}

/**
 * Adds lines to a file in place. The lock keeps those who replace the file away from between our
 * look and our write; who appends without asking for it (the agent itself) is safe by `O_APPEND`.
 * The sync waits for the disk and so comes after the lock: the bytes are in the file by then.
 */
export async function appendFile(
  directory: MemoryDirectory,
  workplace: () => Workplace,
  { path, lines }: AppendRequest,
): Promise<AppendResult> {
  if (lines.length === 0) return { warnings: [] };
  const { fileSystem, durability } = directory;
  const work = workplace();
  const warnings: StorageWarning[] = [];
  const descriptor = await work.locked(warnings, () => write(directory, work.root, path, lines));
  try {
    if (durability === 'power' || placeOf(path) === 'open') syncFile(fileSystem, descriptor);
  } catch (error) {
    const code = errorCode(error) ?? 'unknown error';
    const message = `${path} is changed, but may not survive a power cut: it could not be synced (${code}).`;
    warnings.push({ path, message });
  } finally {
    fileSystem.closeSync(descriptor);
  }
  if (durability === 'power') syncFolderOf(fileSystem, work.root, path, warnings);
  return { warnings };
}

/** Returns the file, still open. What was written in part, on a full disk, is taken back. */
function write(
  directory: MemoryDirectory,
  root: string,
  path: StoragePath,
  lines: Uint8Array,
): number {
  const { fileSystem, maxFileSize } = directory;
  const found = fileToChange(directory, root, path);
  const size = found?.status.size ?? 0;
  if (size + lines.length + 1 > maxFileSize) throw tooLarge(path, maxFileSize);
  const target = hostPath(root, path);
  const descriptor = openToAppend(directory, target);
  try {
    const torn = size > 0 && lastByte(directory, descriptor, size) !== lineFeed;
    const bytes = torn ? Buffer.concat([Uint8Array.of(lineFeed), lines]) : lines;
    writeAll(fileSystem, descriptor, bytes);
    return descriptor;
  } catch (error) {
    takeBack(fileSystem, descriptor, size);
    fileSystem.closeSync(descriptor);
    if (found === undefined) discard(fileSystem, target);
    throw error;
  }
}

function takeBack(fileSystem: FileSystem, descriptor: number, size: number): void {
  try {
    fileSystem.ftruncateSync(descriptor, size);
  } catch {
    // The next append ends the torn line; the error that led here says what went wrong.
  }
}

const lineFeed = 0x0a;

function openToAppend({ fileSystem }: MemoryDirectory, target: string): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fileSystem.constants;
  const open = () =>
    fileSystem.openSync(target, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    return open();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    const folder = target.slice(0, target.lastIndexOf('/'));
    fileSystem.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return open();
  }
}

function lastByte({ fileSystem }: MemoryDirectory, descriptor: number, size: number): number {
  const buffer = new Uint8Array(1);
  fileSystem.readSync(descriptor, buffer, 0, 1, size - 1);
  return buffer[0] ?? lineFeed;
}

function tooLarge(path: StoragePath, limit: number): MemoryError {
  return new MemoryError(
    'LIMIT',
    `${path} would be larger than ${limit} bytes, the most that can be read back. Nothing was changed; begin another file.`,
    { path },
  );
}

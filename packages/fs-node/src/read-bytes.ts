import type { FileStatus, FileSystem } from './file-system.js';

/** Opens for reading, never through a link and never waiting for the other end of a pipe. */
export function openForReading(fileSystem: FileSystem, path: string): number {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fileSystem.constants;
  return fileSystem.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
}

export interface ReadBytes {
  /** Undefined when the file holds more than the limit, or is not a regular file. */
  readonly bytes: Uint8Array | undefined;
  /** After the last byte was read. */
  readonly status: FileStatus;
}

/** Reads the whole file, at most `limit` bytes; `size` is what the status promised. */
export function readBytes(
  fileSystem: FileSystem,
  path: string,
  size: number,
  limit: number,
): ReadBytes {
  const descriptor = openForReading(fileSystem, path);
  try {
    const opened = fileSystem.fstatSync(descriptor);
    if (!opened.isFile() || opened.size > limit) return { bytes: undefined, status: opened };
    const bytes = readToEnd(fileSystem, descriptor, size, limit);
    return { bytes, status: fileSystem.fstatSync(descriptor) };
  } finally {
    fileSystem.closeSync(descriptor);
  }
}

function readToEnd(
  fileSystem: FileSystem,
  descriptor: number,
  size: number,
  limit: number,
): Uint8Array | undefined {
  // One byte more than promised: a full buffer means that the file has grown meanwhile.
  let buffer = new Uint8Array(Math.min(size, limit) + 1);
  let length = 0;
  for (;;) {
    if (length === buffer.length) {
      if (length > limit) return undefined;
      const larger = new Uint8Array(Math.min(length * 2, limit + 1));
      larger.set(buffer);
      buffer = larger;
    }
    const count = fileSystem.readSync(descriptor, buffer, length, buffer.length - length, null);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
  }
}

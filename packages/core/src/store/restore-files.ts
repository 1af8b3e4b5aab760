import { isMemoryError, StorageError } from '../errors.js';
import type { Storage, StoragePath, Version } from '../storage.js';

export interface FileToRestore {
  readonly path: StoragePath;
  /** What the file shall hold again; null when it shall be gone. */
  readonly before: Uint8Array | null;
  /** The version that it must have now; null when it must be absent. */
  readonly after: Version | null;
}

interface Restored {
  readonly file: FileToRestore;
  readonly version: Version | null;
  /** What stood there before. */
  readonly replaced: Uint8Array | undefined;
  readonly changed: boolean;
}

/**
 * Brings old contents back, all or nothing.
 *
 * @returns the files that hold other bytes than before
 * @throws ConflictError when a file is not as it was expected; the others are put back then
 */
export async function restoreFiles(
  storage: Storage,
  files: readonly FileToRestore[],
): Promise<readonly StoragePath[]> {
  const done: Restored[] = [];
  try {
    // Contents come back before others go: a crash in between leaves a copy, never a loss.
    for (const file of files.toSorted(
      (a, b) => Number(a.before === null) - Number(b.before === null),
    )) {
      done.push(await restoreFile(storage, file));
    }
    return done.filter(({ changed }) => changed).map(({ file }) => file.path);
  } catch (error) {
    await putAllBack(storage, done.reverse(), error);
    throw error;
  }
}

/** A disk that fills up in the middle leaves some files restored and others not. */
export class NotPutBackError extends StorageError {}

async function putAllBack(
  storage: Storage,
  done: readonly Restored[],
  reason: unknown,
): Promise<void> {
  const left: StoragePath[] = [];
  for (const { file, version, replaced } of done) {
    try {
      await putBack(storage, file.path, version, replaced);
    } catch (error) {
      if (!isMemoryError(error)) throw error;
      // What somebody has changed since is theirs.
      if (error.code !== 'CONFLICT') left.push(file.path);
    }
  }
  if (left.length === 0) return;
  const why = reason instanceof Error ? reason.message : String(reason);
  throw new NotPutBackError(
    `Only a part was taken back: ${why} What was done before that could not be put back: ${left.join(', ')}.`,
    { operation: 'restore', cause: reason },
  );
}

export async function restoreFile(storage: Storage, file: FileToRestore): Promise<Restored> {
  const replaced = (await storage.read(file.path))?.bytes;
  if (file.before === null) {
    if (file.after !== null) await storage.remove(file.path, { expect: file.after });
    return { file, version: null, replaced, changed: file.after !== null };
  }
  const written = await storage.write(file.path, file.before, { expect: file.after });
  return { file, version: written.version, replaced, changed: written.outcome !== 'unchanged' };
}

async function putBack(
  storage: Storage,
  path: StoragePath,
  version: Version | null,
  bytes: Uint8Array | undefined,
): Promise<void> {
  if (bytes) await storage.write(path, bytes, { expect: version });
  else if (version !== null) await storage.remove(path, { expect: version });
}

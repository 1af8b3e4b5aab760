import { MemoryError, StorageError, type StoragePath } from '@mem/core';

/** `ENOENT`, `EACCES`, … of a file-system error. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** True when the error says that there is nothing at that path. */
export function isAbsent(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** True when the file system (or its policy for this file) has no hard links. */
export function isLinkUnsupported(error: unknown): boolean {
  return ['EPERM', 'EMLINK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(errorCode(error) ?? '');
}

/**
 * True when the error is about this one file or folder (no permission, a link, a pipe without a
 * writer), so that passing over it leaves the rest complete. Everything else (too many open files,
 * a failing disk) must stop the whole listing: a silently shorter list would look like deletions.
 */
export function isAboutOneFile(error: unknown): boolean {
  const code = errorCode(error) ?? '';
  return ['EACCES', 'EPERM', 'ELOOP', 'ENXIO', 'ENODEV', 'ENAMETOOLONG'].includes(code);
}

export type Operation = 'read' | 'list' | 'write' | 'remove' | 'checkpoint' | 'purge';

const done: Record<Operation, string> = {
  read: 'read',
  list: 'listed',
  write: 'written',
  remove: 'removed',
  checkpoint: 'recorded',
  purge: 'purged',
};

/** Runs the operation; what it throws comes out as a `MemoryError` without any path of the host. */
export async function reporting<T>(
  operation: Operation,
  path: StoragePath | undefined,
  action: () => T | Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw asMemoryError(operation, path, error);
  }
}

export function asMemoryError(
  operation: Operation,
  path: StoragePath | undefined,
  error: unknown,
): unknown {
  if (error instanceof MemoryError) return error;
  const code = errorCode(error);
  if (code === undefined) return error;
  const where = path ?? 'The memory directory';
  const retryable = ['EMFILE', 'ENFILE', 'EBUSY', 'EAGAIN'].includes(code);
  return new StorageError(`${where} could not be ${done[operation]}: ${explain(code)}`, {
    operation,
    retryable,
    cause: error,
    ...(path === undefined ? {} : { path }),
  });
}

/** Reason and remedy, as the end of a sentence and one more. */
export function explain(code: string | undefined): string {
  switch (code) {
    case 'ENOSPC':
      return 'the disk is full (ENOSPC). Free some space and try again.';
    case 'EDQUOT':
      return 'the disk quota is used up (EDQUOT). Free some space and try again.';
    case 'EIO':
      return 'the disk reports an error (EIO). Check the disk before you write to it again.';
    case 'EROFS':
      return 'the file system is read-only (EROFS). Choose a directory that can be written.';
    case 'EACCES':
    case 'EPERM':
      return `permission is denied (${code}). Check who owns the memory directory and its files.`;
    case 'EMFILE':
    case 'ENFILE':
      return `too many files are open (${code}). Try again in a moment.`;
    case 'EXDEV':
      return 'its folder is on another file system (EXDEV). Keep the whole memory directory on one.';
    case 'ENAMETOOLONG':
      return 'its path is too long for this file system (ENAMETOOLONG). Choose a shorter name.';
    default:
      return `the file system answers ${code ?? 'with an unknown error'}. Try again.`;
  }
}

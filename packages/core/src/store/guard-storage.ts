import { isMemoryError, StorageError } from '../errors.js';
import {
  type Followable,
  isFollowable,
  isRecoverable,
  isScannable,
  type Recoverable,
  type ReportsSkipped,
  reportsSkipped,
  type Scannable,
  type Storage,
  type StoragePath,
} from '../storage.js';

/**
 * The same storage with the same capabilities, but whatever an adapter throws arrives as a
 * `MemoryError` with the cause kept.
 */
export function guardStorage(storage: Storage): Storage {
  return {
    read: (path) => guarded('read', path, () => storage.read(path)),
    list: (prefix) => guardedList('list', storage.list(prefix), prefix),
    write: (path, bytes, options) =>
      guarded('write', path, () => storage.write(path, bytes, options)),
    remove: (path, options) => guarded('remove', path, () => storage.remove(path, options)),
    ...(storage.checkpoint ? { checkpoint: (change) => recorded(storage, change) } : {}),
    ...(storage.close
      ? { close: () => guarded('close', undefined, async () => storage.close?.()) }
      : {}),
    ...(isScannable(storage) ? guardScannable(storage) : {}),
    ...(isFollowable(storage) ? guardFollowable(storage) : {}),
    ...(isRecoverable(storage) ? guardRecoverable(storage) : {}),
    ...(reportsSkipped(storage) ? guardSkipped(storage) : {}),
  };
}

function guardScannable(storage: Scannable): Scannable {
  return {
    scan: (wanted, visit) => guarded('scan', undefined, () => storage.scan(wanted, visit)),
    listAll: () => guarded('list', undefined, () => storage.listAll()),
  };
}

function guardFollowable(storage: Followable): Followable {
  return {
    changesSince: (mark) => guarded('list', undefined, () => storage.changesSince(mark)),
  };
}

function guardRecoverable(storage: Recoverable): Recoverable {
  return {
    changes: () => guardedList('changes', storage.changes()),
    purge: (path) => guarded('purge', path, () => storage.purge(path)),
  };
}

function guardSkipped(storage: ReportsSkipped): ReportsSkipped {
  return { skipped: () => guarded('list', undefined, () => storage.skipped()) };
}

/** A checkpoint comes after the commit point: its failure is a warning, never an error. */
async function recorded(
  storage: Storage,
  change: Parameters<NonNullable<Storage['checkpoint']>>[0],
): ReturnType<NonNullable<Storage['checkpoint']>> {
  try {
    return (await storage.checkpoint?.(change)) ?? { warnings: [] };
  } catch (error) {
    const why = isMemoryError(error) ? error.message : 'the storage did not say why.';
    return { warnings: [{ message: `The change is done but was not recorded: ${why}` }] };
  }
}

async function guarded<T>(
  operation: string,
  path: StoragePath | undefined,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw asMemoryError(error, operation, path);
  }
}

async function* guardedList<T>(
  operation: string,
  items: AsyncIterable<T>,
  path?: StoragePath,
): AsyncIterable<T> {
  try {
    yield* items;
  } catch (error) {
    throw asMemoryError(error, operation, path);
  }
}

function asMemoryError(error: unknown, operation: string, path: StoragePath | undefined): Error {
  if (isMemoryError(error)) return error;
  const what = path === undefined ? 'the memory directory' : path;
  return new StorageError(`The storage failed to ${operation} ${what}, and did not say why.`, {
    operation,
    ...(path === undefined ? {} : { path }),
    cause: error,
  });
}

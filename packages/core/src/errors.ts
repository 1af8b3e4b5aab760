import type { GuardFinding } from './guard/finding.js';
import type { StoragePath, Version } from './storage.js';

/**
 * What went wrong, stable across versions; programs decide on this, never on the message.
 *
 * - `INVALID_PATH`: a path that would leave the directory or that no file can have
 * - `INVALID_ENTRY`: a name, type or field that an entry cannot have
 * - `UNREADABLE_ENTRY`: the file is there but is not text, or is too large to read
 * - `NOT_FOUND`: no entry of that name (near names are in `near`)
 * - `AMBIGUOUS`: several entries answer to that name (all are in `candidates`)
 * - `CONFLICT`: the file is no longer at the expected version
 * - `REFUSED`: the write is not safe, or not allowed; nothing was changed
 * - `LIMIT`: a size or time limit was reached
 * - `STORAGE`: the storage failed (disk full, permission denied, lock busy, …)
 */
export type MemoryErrorCode =
  | 'INVALID_PATH'
  | 'INVALID_ENTRY'
  | 'UNREADABLE_ENTRY'
  | 'NOT_FOUND'
  | 'AMBIGUOUS'
  | 'CONFLICT'
  | 'REFUSED'
  | 'LIMIT'
  | 'STORAGE';

const brand = Symbol.for('@mem/error');

/**
 * Every error that @mem throws on purpose. The message is one line for a person: what, where, why,
 * and the remedy. It never holds a path of the host, only paths inside the memory directory.
 */
export class MemoryError extends Error {
  readonly code: MemoryErrorCode;
  /** The file it is about, inside the memory directory. */
  readonly path?: StoragePath;

  constructor(
    code: MemoryErrorCode,
    message: string,
    options: { path?: StoragePath; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    if (options.path !== undefined) this.path = options.path;
    Object.defineProperty(this, brand, { value: true });
  }
}

/** True for errors of this package, also when another copy of the package threw them. */
export function isMemoryError(value: unknown): value is MemoryError {
  return typeof value === 'object' && value !== null && brand in value;
}

/** The file is not at the version the caller expected; nothing was changed. */
export class ConflictError extends MemoryError {
  /** The version that is there now; null when the file is absent. */
  readonly current: Version | null;

  constructor(path: StoragePath, current: Version | null, message?: string) {
    super(
      'CONFLICT',
      message ??
        `${path} was changed by someone else in the meantime; nothing was written. Read it again and repeat the change.`,
      { path },
    );
    this.current = current;
  }
}

/** No entry answers to the name. */
export class NotFoundError extends MemoryError {
  /** Names that are close to the one asked for, best first. */
  readonly near: readonly string[];

  constructor(message: string, near: readonly string[] = []) {
    super('NOT_FOUND', message);
    this.near = near;
  }
}

/** Several entries answer to the name; none was touched. */
export class AmbiguousError extends MemoryError {
  readonly candidates: readonly StoragePath[];

  constructor(message: string, candidates: readonly StoragePath[]) {
    super('AMBIGUOUS', message);
    this.candidates = candidates;
  }
}

/** The storage failed before anything was changed. */
export class StorageError extends MemoryError {
  readonly operation: string;
  /** True when the same call may succeed a little later (a busy lock, too many open files). */
  readonly retryable: boolean;

  constructor(
    message: string,
    options: { operation: string; path?: StoragePath; retryable?: boolean; cause?: unknown },
  ) {
    super('STORAGE', message, options);
    this.operation = options.operation;
    this.retryable = options.retryable ?? false;
  }
}

/** The guard found what must not be kept; nothing was written. No finding holds the value. */
export class GuardError extends MemoryError {
  readonly findings: readonly GuardFinding[];

  constructor(message: string, findings: readonly GuardFinding[]) {
    super('REFUSED', message);
    this.findings = findings;
  }
}

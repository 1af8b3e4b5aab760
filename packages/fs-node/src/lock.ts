import { StorageError, type StorageWarning } from '@mem/core';
import { errorCode, isLinkUnsupported } from './failures.js';
import type { FileSystem } from './file-system.js';
import { monotonicTime } from './monotonic-time.js';
import { hiddenFolder } from './places.js';
import { ownIdentity, type ProcessIdentity, stateOf } from './process-identity.js';
import { openForReading } from './read-bytes.js';
import { discard, nonce, tempFolder, writeTemp } from './temp-file.js';

/** An owner whose process cannot be looked up from here counts as gone after this long. */
const foreignOwnerMs = 10_000;
/** How long to wait for others before the answer is "busy". */
const patienceMs = 5000;
const longestPauseMs = 20;
/** Held for less than this, a lock cannot have been taken away by another machine. */
const safelyHeldMs = 2000;
const rightPrefix = 'clear-';

interface Owner extends ProcessIdentity {
  /** Of this one holding of the lock; never used again. */
  readonly nonce: string;
}

interface Seen {
  /** Undefined when the content is not ours to understand (a crash of a machine may empty it). */
  readonly owner: Owner | undefined;
  readonly modifiedAt: number;
}

export interface LockOptions {
  readonly fileSystem: FileSystem;
  readonly root: string;
  readonly now: () => number;
  /** Another lock than that of the memory files: its path below the hidden folder. */
  readonly name?: string;
  /** In milliseconds; 5 s when omitted. */
  readonly patience?: number;
  /** Asked while waiting: is there nothing left to do? */
  readonly isNeedless?: () => boolean;
}

/** A lock that this process has. */
export interface HeldLock {
  /**
   * Its file. Who holds it for long must touch the file every few seconds: for a process of another
   * machine it is a sign of life.
   */
  readonly path: string;
  release(warnings: StorageWarning[]): void;
}

/** Nonces of this process whose lock file could not be removed at the end. */
const abandoned = new Set<string>();

/** A file of this process that becomes the lock, or a right, by `link`. */
interface Claim {
  readonly path: string;
  readonly owner: Owner;
  /** When it was made: by the clock of the file system, and by that of this process. */
  readonly madeAt: number;
  readonly madeAtHere: number;
}

/**
 * Runs the action, which must be synchronous and short, while no other process that asks for the
 * lock runs one. A holder that was killed is recognised at once; one that lives is never robbed.
 *
 * @throws StorageError, retryable, when the lock stays taken: the action did not run
 */
export async function withLock<T>(
  options: LockOptions,
  warnings: StorageWarning[],
  action: () => T,
): Promise<T> {
  const lock = await holdLock(options);
  try {
    return action();
  } finally {
    lock?.release(warnings);
  }
}

/**
 * Takes the lock, for a holder that may take long. Undefined when it became needless.
 *
 * @throws StorageError, retryable, when the lock stays taken
 */
export async function holdLock(options: LockOptions): Promise<HeldLock | undefined> {
  const claim = makeClaim(options);
  try {
    if (!(await acquire(options, claim))) return undefined;
  } finally {
    discard(options.fileSystem, claim.path);
  }
  const takenAt = monotonicTime();
  return {
    path: lockPath(options),
    release(warnings) {
      release(options, claim.owner, monotonicTime() - takenAt, warnings);
    },
  };
}

/** Whether anybody has the lock, or left it behind. */
export function isLocked(options: Pick<LockOptions, 'fileSystem' | 'root' | 'name'>): boolean {
  const path = lockPath(options);
  return options.fileSystem.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

async function acquire(options: LockOptions, claim: Claim): Promise<boolean> {
  const { fileSystem, patience = patienceMs, isNeedless } = options;
  const path = lockPath(options);
  const started = monotonicTime();
  for (let attempt = 0; ; attempt++) {
    if (isNeedless?.()) return false;
    if (take(fileSystem, claim, path)) return true;
    if (clearIfGone(options, claim, path)) continue;
    if (monotonicTime() - started > patience) throw busy();
    await pause(Math.random() * Math.min(longestPauseMs, 1 + 2 ** attempt));
  }
}

function makeClaim(options: LockOptions): Claim {
  const owner: Owner = { ...ownIdentity(), nonce: nonce() };
  const { fileSystem, root } = options;
  const path = writeTemp(fileSystem, root, encode(owner), { sync: false });
  const madeAtHere = monotonicTime();
  try {
    const status = fileSystem.lstatSync(path, { throwIfNoEntry: false });
    return { path, owner, madeAt: status?.mtimeMs ?? options.now(), madeAtHere };
  } catch (error) {
    discard(fileSystem, path);
    throw error;
  }
}

/** The lock appears with its owner already in it, or not at all. */
function take(fileSystem: FileSystem, claim: Claim, path: string): boolean {
  try {
    fileSystem.linkSync(claim.path, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (!isLinkUnsupported(error)) throw error;
    return takeWithoutLink(fileSystem, path, claim.owner);
  }
}

/** Where there are no hard links. Killed between the two calls, the lock waits for its age. */
function takeWithoutLink(fileSystem: FileSystem, path: string, owner: Owner): boolean {
  const { O_WRONLY, O_CREAT, O_EXCL } = fileSystem.constants;
  let descriptor: number;
  try {
    descriptor = fileSystem.openSync(path, O_WRONLY | O_CREAT | O_EXCL, 0o600);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    const bytes = encode(owner);
    fileSystem.writeSync(descriptor, bytes, 0, bytes.length);
  } finally {
    fileSystem.closeSync(descriptor);
  }
  return true;
}

function release(
  options: LockOptions,
  owner: Owner,
  heldMs: number,
  warnings: StorageWarning[],
): void {
  const { fileSystem } = options;
  const path = lockPath(options);
  try {
    // Held long (a stopped process), another machine may have taken us for gone: look first.
    const robbed = heldMs > safelyHeldMs && look(fileSystem, path)?.owner?.nonce !== owner.nonce;
    if (!robbed) fileSystem.unlinkSync(path);
  } catch (error) {
    abandoned.add(owner.nonce);
    const code = errorCode(error) ?? 'unknown error';
    warnings.push({
      message: `The lock could not be removed (${code}); the next write clears it.`,
    });
  }
}

/** Removes locks, and rights to remove locks, that killed processes left behind. */
export function sweepLocks(options: LockOptions): void {
  const { fileSystem, root } = options;
  const held = fileSystem.lstatSync(lockPath(options), { throwIfNoEntry: false }) !== undefined;
  const rights = fileSystem
    .readdirSync(tempFolder(root), { withFileTypes: true })
    .filter((item) => item.name.startsWith(rightPrefix))
    .map((item) => `${tempFolder(root)}/${item.name}`);
  if (!held && rights.length === 0) return;
  const claim = makeClaim(options);
  try {
    if (held) clearIfGone(options, claim, lockPath(options));
    for (const right of rights) clearIfGone(options, claim, right);
  } finally {
    discard(fileSystem, claim.path);
  }
}

/**
 * Removes the file when its owner is gone; true when it is worth trying to take it again.
 *
 * Two processes may find the same owner gone, and the slower must not remove the lock that the
 * faster has taken since. So the right to remove the holding with nonce N is a file of its own,
 * made by link, and its holder looks again before it removes: nobody else may remove N, N is
 * never used again, so what is there then is N or none of its business. When the holder of the
 * right is killed too, the right to act in its place is taken in the same way.
 */
function clearIfGone(options: LockOptions, claim: Claim, path: string): boolean {
  const { fileSystem, root } = options;
  const seen = look(fileSystem, path);
  if (seen === undefined) return true;
  if (!isGone(seen, claim)) return false;
  const target = nonceOf(seen);
  const right = `${tempFolder(root)}/${rightPrefix}${target}`;
  // The recursion ends: each step needs one more process that was killed at just this point.
  if (!take(fileSystem, claim, right)) return clearIfGone(options, claim, right);
  try {
    const present = look(fileSystem, path);
    if (present !== undefined && nonceOf(present) === target) fileSystem.unlinkSync(path);
  } finally {
    discard(fileSystem, right);
  }
  return true;
}

function isGone(seen: Seen, claim: Claim): boolean {
  if (seen.owner !== undefined) {
    if (abandoned.has(seen.owner.nonce)) return true;
    const state = stateOf(seen.owner);
    if (state !== 'foreign') return state === 'dead';
  }
  // By the clock of the file system: those of two machines may differ by more than the limit.
  const now = claim.madeAt + (monotonicTime() - claim.madeAtHere);
  return now - seen.modifiedAt > foreignOwnerMs;
}

/** Names one holding, also of a lock whose content is lost. */
function nonceOf(seen: Seen): string {
  return seen.owner?.nonce ?? `unknown-${seen.modifiedAt}`;
}

function look(fileSystem: FileSystem, path: string): Seen | undefined {
  let descriptor: number;
  try {
    descriptor = openForReading(fileSystem, path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const buffer = new Uint8Array(1024);
    const length = fileSystem.readSync(descriptor, buffer, 0, buffer.length, null);
    const modifiedAt = fileSystem.fstatSync(descriptor).mtimeMs;
    return { owner: decode(buffer.subarray(0, length)), modifiedAt };
  } finally {
    fileSystem.closeSync(descriptor);
  }
}

function encode(owner: Owner): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(owner));
}

function decode(bytes: Uint8Array): Owner | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isOwner(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isOwner(value: unknown): value is Owner {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, start, realm, nonce } = value as Partial<Record<keyof Owner, unknown>>;
  return (
    Number.isSafeInteger(pid) &&
    Number(pid) > 0 &&
    typeof start === 'string' &&
    typeof realm === 'string' &&
    typeof nonce === 'string' &&
    /^[0-9a-f]{16}$/.test(nonce)
  );
}

function lockPath({ root, name = 'lock' }: Pick<LockOptions, 'root' | 'name'>): string {
  return `${root}/${hiddenFolder}/${name}`;
}

function busy(): StorageError {
  return new StorageError(
    'The memory directory is busy: another program has held its lock for seconds. Nothing was changed; try again.',
    { operation: 'lock', retryable: true },
  );
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

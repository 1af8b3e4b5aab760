import { errorCode } from './failures.js';
import type { FileStatus, FileSystem } from './file-system.js';
import { hiddenFolder } from './places.js';
import { ownIdentity, type ProcessIdentity, stateOf } from './process-identity.js';

/** Temporary files of another machine are left alone for this long. */
const foreignTempMs = 60 * 60 * 1000;

export function tempFolder(root: string): string {
  return `${root}/${hiddenFolder}/tmp`;
}

/** Random; 16 hexadecimal digits. */
export function nonce(): string {
  return process.getBuiltinModule('node:crypto').randomBytes(8).toString('hex');
}

export interface TempFileOptions {
  /** Whose mode and owner the file takes on; otherwise it is private to its owner. */
  readonly like?: FileStatus | undefined;
  /** Ask the disk to have the bytes before the call returns. */
  readonly sync: boolean;
}

/** Makes a temporary file; its name tells which process made it. Returns its path. */
export function writeTemp(
  fileSystem: FileSystem,
  root: string,
  bytes: Uint8Array,
  options: TempFileOptions,
): string {
  const { O_WRONLY, O_CREAT, O_EXCL } = fileSystem.constants;
  const path = `${tempFolder(root)}/${tempName(ownIdentity())}`;
  const descriptor = fileSystem.openSync(path, O_WRONLY | O_CREAT | O_EXCL, 0o600);
  try {
    try {
      if (options.like) takeAfter(fileSystem, descriptor, options.like);
      writeAll(fileSystem, descriptor, bytes);
      if (options.sync) syncFile(fileSystem, descriptor);
    } finally {
      fileSystem.closeSync(descriptor);
    }
  } catch (error) {
    discard(fileSystem, path);
    throw error;
  }
  return path;
}

/** Writes a small file of our own at once: whole, or not at all. */
export function writeOwnFile(
  fileSystem: FileSystem,
  root: string,
  path: string,
  bytes: Uint8Array,
): void {
  const temp = writeTemp(fileSystem, root, bytes, { sync: false });
  try {
    fileSystem.renameSync(temp, path);
  } catch (error) {
    discard(fileSystem, temp);
    throw error;
  }
}

/** Gives a temporary file that is already written another mode and owner. */
export function adjustTemp(fileSystem: FileSystem, path: string, like: FileStatus): void {
  const descriptor = fileSystem.openSync(path, fileSystem.constants.O_WRONLY);
  try {
    takeAfter(fileSystem, descriptor, like);
  } finally {
    fileSystem.closeSync(descriptor);
  }
}

function takeAfter(fileSystem: FileSystem, descriptor: number, like: FileStatus): void {
  const fresh = fileSystem.fstatSync(descriptor);
  if (fresh.uid !== like.uid || fresh.gid !== like.gid) {
    try {
      fileSystem.fchownSync(descriptor, like.uid, like.gid);
    } catch {
      // Only root may give files away; the file then belongs to whoever wrote it last.
    }
  }
  if ((like.mode & 0o7777) !== (fresh.mode & 0o7777))
    fileSystem.fchmodSync(descriptor, like.mode & 0o7777);
}

export function writeAll(fileSystem: FileSystem, descriptor: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) {
    offset += fileSystem.writeSync(descriptor, bytes, offset, bytes.length - offset);
  }
}

export function syncFile(fileSystem: FileSystem, descriptor: number): void {
  try {
    fileSystem.fsyncSync(descriptor);
  } catch (error) {
    // Some file systems over a network have no fsync: what they promise is all there is.
    if (!['EINVAL', 'ENOSYS', 'ENOTSUP'].includes(errorCode(error) ?? '')) throw error;
  }
}

/** Removes a temporary file; one retry, then it is left to the next sweep. */
export function discard(fileSystem: FileSystem, path: string): void {
  if (!isUnlinked(fileSystem, path) && !isUnlinked(fileSystem, path)) undiscarded.add(path);
}

function isUnlinked(fileSystem: FileSystem, path: string): boolean {
  try {
    fileSystem.unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Temporary files of this process that could not be removed when they should have been. */
const undiscarded = new Set<string>();

/** Removes the temporary files of processes that are gone, and failed removals of this one. */
export function sweepTemp(fileSystem: FileSystem, root: string, now: number): void {
  const folder = tempFolder(root);
  for (const item of fileSystem.readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${item.name}`;
    if (undiscarded.delete(path) || isLeftover(fileSystem, path, item.name, now)) {
      discard(fileSystem, path);
    }
  }
}

function isLeftover(fileSystem: FileSystem, path: string, name: string, now: number): boolean {
  const maker = makerOf(name);
  if (maker === undefined) return false;
  const state = stateOf(maker);
  if (state !== 'foreign') return state === 'dead';
  const status = fileSystem.lstatSync(path, { throwIfNoEntry: false });
  return status !== undefined && now - status.mtimeMs > foreignTempMs;
}

function tempName(maker: ProcessIdentity): string {
  return `${maker.pid}.${maker.start}.${maker.realm}.${nonce()}`;
}

function makerOf(name: string): ProcessIdentity | undefined {
  const match = /^(\d+)\.(\d*)\.([0-9a-f]+)\.[0-9a-f]+$/.exec(name);
  if (!match) return undefined;
  return { pid: Number(match[1]), start: match[2] ?? '', realm: match[3] ?? '' };
}

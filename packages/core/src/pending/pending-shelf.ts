import { AmbiguousError, MemoryError, NotFoundError } from '../errors.js';
import type { Problem } from '../problem.js';
import type { Storage, StoragePath, StoredFileInfo, Version } from '../storage.js';
import { storagePath } from '../storage-path.js';
import { isAboutOneFile } from '../store/is-about-one-file.js';
import { quote } from '../store/require-entry.js';
import { maxPendingBytes } from './pending.js';
import { decodePending, type PendingFile } from './pending-file.js';

const folder = storagePath('.mem/pending');
const fileName = /^\.mem\/pending\/([a-z0-9-]{4,64})\.json$/;

export interface ShelvedChange extends PendingFile {
  readonly path: StoragePath;
  readonly version: Version;
}

export function pendingPath(id: string): StoragePath {
  return storagePath(`${folder}/${id}.json`);
}

/**
 * Where the one that is meant lies; of a file that nobody could have proposed, by its path or name.
 *
 * @throws NotFoundError, AmbiguousError
 */
export async function requireWaiting(storage: Storage, given: string): Promise<StoragePath> {
  for await (const { path } of storage.list(folder)) {
    const isMeant = path === given || path === `${folder}/${given}`;
    if (isMeant || path === `${folder}/${given}.json`) return path;
  }
  return pendingPath(await requireId(storage, given));
}

/** Ids of all waiting files, readable or not, oldest first. */
export async function pendingIds(storage: Storage): Promise<string[]> {
  const ids: string[] = [];
  for await (const { path } of storage.list(folder)) {
    const id = idOf(path);
    if (id !== undefined) ids.push(id);
  }
  return ids.sort();
}

function idOf(path: string): string | undefined {
  return fileName.exec(path)?.[1];
}

export interface ReadShelf {
  readonly shelved: readonly ShelvedChange[];
  readonly problems: readonly Problem[];
}

/** Everything that waits; what cannot be read is a problem and hides nothing else. */
export async function readShelf(storage: Storage): Promise<ReadShelf> {
  const shelved: ShelvedChange[] = [];
  const problems: Problem[] = [];
  for (const info of await shelfFiles(storage)) {
    const read = await readShelved(storage, info);
    if (read === undefined) problems.push(unreadable(info.path));
    else if (read !== 'gone') shelved.push(read);
  }
  return { shelved, problems };
}

async function shelfFiles(storage: Storage): Promise<StoredFileInfo[]> {
  const files: StoredFileInfo[] = [];
  for await (const info of storage.list(folder)) files.push(info);
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Undefined when it holds no proposal; `gone` when somebody decided in the meantime. */
async function readShelved(
  storage: Storage,
  info: Pick<StoredFileInfo, 'path'> & { readonly size?: number },
): Promise<ShelvedChange | 'gone' | undefined> {
  const id = idOf(info.path);
  if (id === undefined || (info.size ?? 0) > maxPendingBytes) return undefined;
  try {
    const file = await storage.read(info.path);
    if (!file) return 'gone';
    const pending = decodePending(id, file.bytes);
    return pending && { ...pending, path: info.path, version: file.version };
  } catch (error) {
    if (!isAboutOneFile(error)) throw error;
    return undefined;
  }
}

function unreadable(path: StoragePath): Problem {
  return {
    kind: 'file-unreadable',
    path,
    message: `${path} should hold a proposal but cannot be read as one, so it can only be rejected.`,
    fix: `Reject it: \`mem pending reject ${idOf(path) ?? path}\`.`,
  };
}

/**
 * The id in full.
 *
 * @throws NotFoundError, AmbiguousError
 */
async function requireId(storage: Storage, given: string): Promise<string> {
  const ids = await pendingIds(storage);
  if (ids.includes(given)) return given;
  const matches = given === '' ? [] : ids.filter((id) => id.startsWith(given));
  const [match] = matches;
  if (match === undefined) throw notWaiting(given);
  if (matches.length === 1) return match;
  throw new AmbiguousError(
    `Several proposals begin with ${quote(given)}: ${matches.join(', ')}. Give more of the id.`,
    matches.map(pendingPath),
  );
}

/** @throws NotFoundError, AmbiguousError, MemoryError UNREADABLE_ENTRY */
export async function requireShelved(storage: Storage, given: string): Promise<ShelvedChange> {
  const path = await requireWaiting(storage, given);
  const shelved = await readShelved(storage, { path });
  if (shelved === 'gone') throw notWaiting(given);
  if (shelved !== undefined) return shelved;
  throw new MemoryError('UNREADABLE_ENTRY', unreadable(path).message, { path });
}

export function notWaiting(id: string): NotFoundError {
  return new NotFoundError(
    `No proposal ${quote(id)} is waiting: it was decided, or never was. List what waits to see the ids.`,
  );
}

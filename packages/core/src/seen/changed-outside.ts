import { isMemoryError } from '../errors.js';
import type { Storage, StoragePath, StoredFileInfo } from '../storage.js';
import { listFiles } from '../store/directory-view.js';
import { isAboutOneFile } from '../store/is-about-one-file.js';
import { jitter } from '../store/jitter.js';
import { type Digest, digestOf } from './digest.js';
import { isWatched } from './is-watched.js';
import { absent, type SeenFile } from './seen-record.js';
import { readSeen, type SeenState, writeKnown } from './seen-shelf.js';

/** A file that somebody else than this toolkit made, changed or removed. */
export interface OutsideChange {
  readonly path: StoragePath;
  readonly kind: 'added' | 'changed' | 'removed';
}

export interface OutsideChanges {
  /** In order of paths. */
  readonly changes: readonly OutsideChange[];
  /** When a person last accepted such changes, ISO 8601; absent when nobody ever did. */
  readonly acceptedAt?: string;
}

/** How long another process may take between a change and its note, in milliseconds. */
const graceMilliseconds = 200;

/** Which files are not as this toolkit left them, or as they were accepted. Writes nothing. */
export async function changedOutside(storage: Storage): Promise<OutsideChanges> {
  const { changes, state } = await look(storage);
  return { changes, ...(state.acceptedAt === undefined ? {} : { acceptedAt: state.acceptedAt }) };
}

/**
 * The same, and from now on they are known. What changes while it runs is not accepted along.
 *
 * @throws ConflictError when another process accepts at the same time
 */
export async function acceptOutside(storage: Storage, now: Date): Promise<OutsideChanges> {
  const { changes, state, found } = await look(storage);
  const files = new Map(state.files);
  for (const { path } of changes) files.set(path, found.get(path) ?? absent);
  const acceptedAt = now.toISOString();
  await writeKnown(storage, files, { ...state, acceptedAt });
  return { changes, acceptedAt };
}

interface Look {
  readonly changes: readonly OutsideChange[];
  readonly state: SeenState;
  /** What the changed files hold. */
  readonly found: ReadonlyMap<StoragePath, SeenFile>;
}

/** What looks changed is looked at once more, since a change comes before its note. */
async function look(storage: Storage): Promise<Look> {
  const first = await lookOnce(storage);
  if (first.changes.length === 0) return first;
  const start = Date.now();
  while (Date.now() - start < graceMilliseconds) await jitter(6);
  return lookOnce(storage);
}

async function lookOnce(storage: Storage): Promise<Look> {
  // Files first: a change that comes after this has its note in what is read next, or is not seen.
  const files = (await listFiles(storage)).filter(({ path }) => isWatched(path));
  const state = await readSeen(storage);
  const changes: OutsideChange[] = [];
  const found = new Map<StoragePath, SeenFile>();
  for (const info of files) {
    const seen = state.files.get(info.path) ?? absent;
    if (seen.versions.has(info.version)) continue;
    const holds = await contentOf(storage, info);
    if (holds === undefined || seen.digests.has(holds.digest)) continue;
    found.set(info.path, { digests: new Set([holds.digest]), versions: new Set([holds.version]) });
    changes.push({ path: info.path, kind: isKnown(seen) ? 'changed' : 'added' });
  }
  const present = new Set(files.map(({ path }) => path));
  for (const [path, seen] of state.files) {
    if (!present.has(path) && !seen.digests.has(null)) changes.push({ path, kind: 'removed' });
  }
  changes.sort((one, other) => (one.path < other.path ? -1 : 1));
  return { changes, state, found };
}

function isKnown({ digests }: SeenFile): boolean {
  return [...digests].some((digest) => digest !== null);
}

/** Undefined when the file is gone. One that cannot be read is told by its version. */
async function contentOf(
  storage: Storage,
  { path, version }: StoredFileInfo,
): Promise<{ readonly digest: Digest; readonly version: string } | undefined> {
  try {
    const file = await storage.read(path);
    return file && { digest: await digestOf(file.bytes), version: file.version };
  } catch (error) {
    if (!isMemoryError(error) || !isAboutOneFile(error)) throw error;
    return { digest: `unreadable ${version}`, version };
  }
}

import { parsePlainEntryFile } from '../entry-file/parse-plain-entry-file.js';
import type { ParsedEntryFile } from '../entry-file/parsed-entry-file.js';
import { isEntryPath } from '../entry-path.js';
import type { MemoryError } from '../errors.js';
import type { Problem } from '../problem.js';
import {
  type ChangeMark,
  type FileChanges,
  type Followable,
  isFollowable,
  isScannable,
  type Scannable,
  type Storage,
  type StoragePath,
  type StoredFileInfo,
} from '../storage.js';
import { stemOf } from '../storage-path.js';
import { isAboutOneFile } from './is-about-one-file.js';
import { readEntryFile } from './read-entry-file.js';

/** What is known of an entry without its body. */
export interface KnownEntry extends StoredFileInfo {
  readonly name: string;
  readonly header: Omit<ParsedEntryFile, 'body'>;
  /** False when the file could not be read; `header.problems` says why. */
  readonly readable: boolean;
}

/** The directory as it is at one moment. */
export interface DirectorySnapshot {
  /** Every entry, in order of paths. */
  readonly entries: readonly KnownEntry[];
  readonly byPath: ReadonlyMap<string, KnownEntry>;
  /** Every file, entries and others. */
  readonly files: readonly StoredFileInfo[];
}

/** Headers of the directory; each look reads again only the files whose version changed. */
export interface DirectoryView {
  look(): Promise<DirectorySnapshot>;
}

export function createDirectoryView(storage: Storage): DirectoryView {
  return isFollowable(storage) ? followingView(storage) : listingView(storage);
}

function listingView(storage: Storage): DirectoryView {
  let known: ReadonlyMap<string, KnownEntry> = new Map();
  return {
    async look() {
      const snapshot = await snapshotOf(storage, await listFiles(storage), known);
      known = snapshot.byPath;
      return snapshot;
    },
  };
}

/** Looks take turns, since each begins where the last one ended. */
function followingView(storage: Storage & Followable): DirectoryView {
  let mark: ChangeMark | undefined;
  let last: DirectorySnapshot = { entries: [], byPath: new Map(), files: [] };
  let turn: Promise<unknown> = Promise.resolve();
  async function look(): Promise<DirectorySnapshot> {
    const changes = await storage.changesSince(mark);
    const isSame = !changes.whole && changes.changed.length === 0 && changes.removed.length === 0;
    if (!isSame || last.entries.some(({ readable }) => !readable)) {
      last = await snapshotAfter(storage, last, changes);
    }
    mark = changes.mark;
    return last;
  }
  return {
    look() {
      const next = turn.then(look);
      turn = next.catch(() => undefined);
      return next;
    },
  };
}

/** Touches only what changed, as far as a new snapshot can be had from an old one. */
async function snapshotAfter(
  storage: Storage,
  before: DirectorySnapshot,
  { whole, changed, removed }: FileChanges,
): Promise<DirectorySnapshot> {
  if (whole) return snapshotOf(storage, changed, before.byPath);
  const others = new Set<string>(removed);
  for (const { path } of changed) others.add(path);
  const files = [...before.files.filter(({ path }) => !others.has(path)), ...changed];
  const unread = before.entries.filter(({ path, readable }) => !readable && !others.has(path));
  const isSame = (info: StoredFileInfo) => before.byPath.get(info.path)?.version === info.version;
  const wanted = [...changed.filter((info) => isEntryPath(info.path) && !isSame(info)), ...unread];
  const fresh = await readKnownEntries(storage, wanted);
  const gone = new Set<string>(removed);
  for (const { path } of wanted) gone.add(path);
  const kept = before.entries.filter(({ path }) => !gone.has(path));
  const entries = merged(kept, [...fresh.values()].sort(byPathOf));
  return { entries, byPath: new Map(entries.map((entry) => [entry.path, entry])), files };
}

/** Both in order of paths. */
function merged(some: readonly KnownEntry[], others: readonly KnownEntry[]): KnownEntry[] {
  const all: KnownEntry[] = [];
  let next = 0;
  for (const entry of some) {
    while (next < others.length && byPathOf(others[next]!, entry) < 0) all.push(others[next++]!);
    all.push(entry);
  }
  return [...all, ...others.slice(next)];
}

/** Reads only the files whose version is not the known one, and those that could not be read. */
async function snapshotOf(
  storage: Storage,
  files: readonly StoredFileInfo[],
  known: ReadonlyMap<string, KnownEntry>,
): Promise<DirectorySnapshot> {
  const infos = files.filter((file) => isEntryPath(file.path)).sort(byPathOf);
  const isNew = (info: StoredFileInfo) => {
    const entry = known.get(info.path);
    return !entry?.readable || entry.version !== info.version;
  };
  const fresh = await readKnownEntries(storage, infos.filter(isNew));
  const byPath = new Map<string, KnownEntry>();
  for (const info of infos) {
    const entry = isNew(info) ? fresh.get(info.path) : known.get(info.path);
    if (entry) byPath.set(info.path, entry);
  }
  return { entries: [...byPath.values()], byPath, files };
}

function byPathOf(one: StoredFileInfo, other: StoredFileInfo): number {
  return one.path < other.path ? -1 : 1;
}

export async function listFiles(storage: Storage): Promise<readonly StoredFileInfo[]> {
  if (isScannable(storage)) return storage.listAll();
  const files: StoredFileInfo[] = [];
  for await (const file of storage.list()) files.push(file);
  return files;
}

/** From so many files on, one pass over all is faster than a call for each. */
const scanFrom = 16;

async function readKnownEntries(
  storage: Storage,
  infos: readonly StoredFileInfo[],
): Promise<ReadonlyMap<string, KnownEntry>> {
  const entries = new Map<string, KnownEntry>();
  if (infos.length >= scanFrom && isScannable(storage)) await scanEntries(storage, infos, entries);
  for (const info of infos) {
    if (entries.has(info.path)) continue;
    const entry = await readKnownEntry(storage, info);
    if (entry) entries.set(info.path, entry);
  }
  return entries;
}

/**
 * Reads the plain headers in one pass; what is not plain, or changed since it was listed, is left
 * to a call of its own. The version is that of the listing, from before the bytes: should the file
 * change in between, the next look finds another version, and a condition on this one fails.
 */
async function scanEntries(
  storage: Scannable,
  infos: readonly StoredFileInfo[],
  entries: Map<string, KnownEntry>,
): Promise<void> {
  const wanted = new Map<string, StoredFileInfo>(infos.map((info) => [info.path, info]));
  await storage.scan(
    (path) => wanted.has(path),
    (path, bytes) => {
      const info = wanted.get(path);
      const parsed = info?.size === bytes.length ? parsePlainEntryFile(path, bytes) : undefined;
      if (info && parsed) entries.set(path, knownEntry(info, parsed));
    },
  );
}

async function readKnownEntry(
  storage: Storage,
  info: StoredFileInfo,
): Promise<KnownEntry | undefined> {
  try {
    const file = await storage.read(info.path);
    if (!file) return undefined;
    const parsed = await readEntryFile(info.path, file.bytes);
    return knownEntry({ ...info, version: file.version, size: file.bytes.length }, parsed);
  } catch (error) {
    if (!isAboutOneFile(error)) throw error;
    return unreadable(info, (error as MemoryError).message);
  }
}

function knownEntry(info: StoredFileInfo, { body: _, ...header }: ParsedEntryFile): KnownEntry {
  return { ...info, name: header.name, header, readable: true };
}

function unreadable(info: StoredFileInfo, why: string): KnownEntry {
  const problem: Problem = { kind: 'file-unreadable', path: info.path, message: why };
  const header: KnownEntry['header'] = {
    name: stemOf(info.path),
    metadata: {},
    shape: 'none',
    eol: '\n',
    bom: false,
    problems: [problem],
  };
  return { ...info, name: header.name, header, readable: false };
}

/** Type of the entry at a path, for placing index lines beside entries of their kind. */
export function typeLookup(snapshot: DirectorySnapshot): (path: string) => string | undefined {
  return (path) => snapshot.byPath.get(path)?.header.type;
}

/** Names of the files that already lie beside a new one in this folder ('' is the top). */
export function fileNamesIn(snapshot: DirectorySnapshot, folder: string): StoragePath[] {
  return snapshot.files
    .map((file) => file.path)
    .filter((path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))) === folder)
    .map((path) => path.slice(path.lastIndexOf('/') + 1) as StoragePath);
}

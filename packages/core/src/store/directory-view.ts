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
import { byPath, itemAt, withChanges } from './sorted-by-path.js';

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
  /** Every file, entries and others, in order of paths. */
  readonly files: readonly StoredFileInfo[];
}

/** Headers of the directory; each look reads again only the files whose version changed. */
export interface DirectoryView {
  look(): Promise<DirectorySnapshot>;
}

export function createDirectoryView(storage: Storage): DirectoryView {
  return isFollowable(storage) ? followingView(storage) : listingView(storage);
}

const nothing: DirectorySnapshot = { entries: [], files: [] };

function listingView(storage: Storage): DirectoryView {
  let last = nothing;
  return {
    async look() {
      const snapshot = await snapshotOf(storage, await listFiles(storage), last);
      last = snapshot;
      return snapshot;
    },
  };
}

/** Looks take turns, since each begins where the last one ended. */
function followingView(storage: Storage & Followable): DirectoryView {
  let mark: ChangeMark | undefined;
  let last = nothing;
  let unread: readonly KnownEntry[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  async function look(): Promise<DirectorySnapshot> {
    const changes = await storage.changesSince(mark);
    const isSame = !changes.whole && changes.changed.length === 0 && changes.removed.length === 0;
    if (!isSame || unread.length > 0) {
      last = await snapshotAfter(storage, last, changes, unread);
      unread = last.entries.filter(({ readable }) => !readable);
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
  unread: readonly KnownEntry[],
): Promise<DirectorySnapshot> {
  if (whole) return snapshotOf(storage, changed, before);
  const gone = removed.map((path): [string, undefined] => [path, undefined]);
  const files = new Map<string, StoredFileInfo | undefined>(gone);
  for (const info of changed) files.set(info.path, info);
  const isSame = (info: StoredFileInfo) =>
    itemAt(before.entries, info.path)?.version === info.version;
  const wanted = [
    ...changed.filter((info) => isEntryPath(info.path) && !isSame(info)),
    ...unread.filter(({ path }) => !files.has(path)),
  ];
  const fresh = await readKnownEntries(storage, wanted);
  const entries = new Map<string, KnownEntry | undefined>(gone);
  for (const { path } of wanted) entries.set(path, fresh.get(path));
  return {
    entries: withChanges(before.entries, entries),
    files: withChanges(before.files, files),
  };
}

/** Reads only the files whose version is not the known one, and those that could not be read. */
async function snapshotOf(
  storage: Storage,
  listed: readonly StoredFileInfo[],
  before: DirectorySnapshot,
): Promise<DirectorySnapshot> {
  const files = [...listed].sort(byPath);
  const known = new Map<string, KnownEntry>(before.entries.map((entry) => [entry.path, entry]));
  const infos = files.filter((file) => isEntryPath(file.path));
  const isNew = (info: StoredFileInfo) => {
    const entry = known.get(info.path);
    return !entry?.readable || entry.version !== info.version;
  };
  const fresh = await readKnownEntries(storage, infos.filter(isNew));
  const entries = infos.flatMap(
    (info) => (isNew(info) ? fresh.get(info.path) : known.get(info.path)) ?? [],
  );
  return { entries, files };
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
  return (path) => itemAt(snapshot.entries, path)?.header.type;
}

/** Names of the files that already lie beside a new one in this folder ('' is the top). */
export function fileNamesIn(snapshot: DirectorySnapshot, folder: string): StoragePath[] {
  const start = folder === '' ? '' : `${folder}/`;
  const names: StoragePath[] = [];
  for (const { path } of snapshot.files) {
    if (path.lastIndexOf('/') !== start.length - 1 || !path.startsWith(start)) continue;
    names.push(path.slice(start.length) as StoragePath);
  }
  return names;
}

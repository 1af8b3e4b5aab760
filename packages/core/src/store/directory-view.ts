import type { ParsedEntryFile } from '../entry-file/parsed-entry-file.js';
import { isEntryPath } from '../entry-path.js';
import { isMemoryError } from '../errors.js';
import type { Problem } from '../problem.js';
import { isScannable, type Storage, type StoragePath, type StoredFileInfo } from '../storage.js';
import { stemOf } from '../storage-path.js';
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
  let known = new Map<string, KnownEntry>();
  return {
    async look() {
      const files = await listFiles(storage);
      const byPath = new Map<string, KnownEntry>();
      for (const file of files) {
        if (!isEntryPath(file.path)) continue;
        const before = known.get(file.path);
        const entry =
          before?.version === file.version ? before : await readKnownEntry(storage, file);
        if (entry) byPath.set(file.path, entry);
      }
      known = byPath;
      const entries = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
      return { entries, byPath, files };
    },
  };
}

export async function listFiles(storage: Storage): Promise<readonly StoredFileInfo[]> {
  if (isScannable(storage)) return storage.listAll();
  const files: StoredFileInfo[] = [];
  for await (const file of storage.list()) files.push(file);
  return files;
}

async function readKnownEntry(
  storage: Storage,
  info: StoredFileInfo,
): Promise<KnownEntry | undefined> {
  try {
    const file = await storage.read(info.path);
    if (!file) return undefined;
    const { body: _, ...header } = await readEntryFile(info.path, file.bytes);
    return {
      ...info,
      version: file.version,
      size: file.bytes.length,
      name: header.name,
      header,
      readable: true,
    };
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    return unreadable(info, error.message);
  }
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

import type { StoragePath, StoredFileInfo } from '@mem/core';
import { isAboutOneFile, isAbsent } from './failures.js';
import type { FileStatus } from './file-system.js';
import { FoundFile } from './find-file.js';
import type { MemoryDirectory } from './memory-directory.js';
import { isYoung, statusVersion } from './versions.js';
import { type OnSkipped, type WalkedFolder, walk } from './walk.js';

const passOver: OnSkipped = () => {};
const quietly = { throwIfNoEntry: false } as const;

/** Every file below the prefix, one folder after the other, as the reader asks for more. */
export function* iterateFiles(
  directory: MemoryDirectory,
  prefix?: StoragePath,
): Generator<StoredFileInfo> {
  for (const walked of walk(directory, prefix, passOver)) {
    yield* listFolder(directory, walked, undefined).infos;
  }
}

/**
 * Lists everything in one burst of synchronous calls. What it made for a file is kept and given
 * out again while the status is the same: in a program that looks before each answer, most of a
 * listing is then the status calls themselves.
 */
export class FileLister {
  readonly #directory: MemoryDirectory;
  #listed = new Map<string, ListedFolder>();

  constructor(directory: MemoryDirectory) {
    this.#directory = directory;
  }

  /** Those of the last listing, as `WalkedFolder` has them. */
  get folders(): readonly string[] {
    return [...this.#listed.keys()];
  }

  /** Of the last listing, what may change without anything to show it. */
  get restless(): readonly StoragePath[] {
    return [...this.#listed.values()].flatMap(({ restless }) => restless);
  }

  listAll(): StoredFileInfo[] {
    const all: StoredFileInfo[] = [];
    const listed = new Map<string, ListedFolder>();
    for (const walked of walk(this.#directory, undefined, passOver)) {
      const folder = listFolder(this.#directory, walked, this.#listed.get(walked.folder));
      listed.set(walked.folder, folder);
      for (const info of folder.infos) all.push(info);
    }
    this.#listed = listed;
    return all;
  }
}

interface ListedFolder {
  readonly infos: StoredFileInfo[];
  /** Beside each info, the parts of the status that only its version shows. */
  readonly inodes: number[];
  readonly changeTimes: number[];
  /** See `isRestless`. */
  readonly restless: StoragePath[];
}

function listFolder(
  directory: MemoryDirectory,
  { folder, files }: WalkedFolder,
  before: ListedFolder | undefined,
): ListedFolder {
  // Once a folder, before the first status: an earlier time only makes more files young.
  const now = directory.now();
  const start = `${directory.root()}/${folder}`;
  const listed: ListedFolder = { infos: [], inodes: [], changeTimes: [], restless: [] };
  for (const name of files) {
    const status = statusOf(directory, start + name);
    if (status === undefined) continue;
    const path = (folder + name) as StoragePath;
    const young = isYoung(status, now);
    const known = young ? undefined : knownInfo(before, listed.infos.length, path, status);
    listed.infos.push(known ?? describe(directory, start + name, path, status, now));
    // A version of contents says nothing about the status: it is never given out again.
    listed.inodes.push(young ? -1 : status.ino);
    listed.changeTimes.push(status.ctimeMs);
    if (young || status.nlink > 1) listed.restless.push(path);
  }
  return listed;
}

/**
 * True for a file that nothing may tell of: one that changed just now gets another version when it
 * is no longer young, and one that has several links may be written through a link elsewhere.
 */
export function isRestless(status: FileStatus, now: number): boolean {
  return status.nlink > 1 || isYoung(status, now);
}

/** @param now taken before the status */
export function describe(
  directory: MemoryDirectory,
  host: string,
  path: StoragePath,
  status: FileStatus,
  now: number,
): StoredFileInfo {
  const version = isYoung(status, now)
    ? new FoundFile(directory, host, status, now).version()
    : statusVersion(status);
  return { path, version, size: status.size, modifiedAt: status.mtimeMs };
}

/** What was listed at this place before, if it is the same file with the same status. */
function knownInfo(
  before: ListedFolder | undefined,
  at: number,
  path: StoragePath,
  status: FileStatus,
): StoredFileInfo | undefined {
  const info = before?.infos[at];
  if (before === undefined || info === undefined) return undefined;
  const same =
    info.modifiedAt === status.mtimeMs &&
    before.changeTimes[at] === status.ctimeMs &&
    before.inodes[at] === status.ino &&
    info.size === status.size &&
    info.path === path;
  return same ? info : undefined;
}

/** Undefined for what is gone by now or was swapped for something else since the folder was read. */
function statusOf(directory: MemoryDirectory, path: string): FileStatus | undefined {
  try {
    const status = directory.fileSystem.lstatSync(path, quietly);
    return status?.isFile() ? status : undefined;
  } catch (error) {
    if (isAbsent(error) || isAboutOneFile(error)) return undefined;
    throw error;
  }
}

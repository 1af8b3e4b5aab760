import { indexPath, type SkippedFile, type StoragePath, storagePath } from '@mem/core';
import { errorCode, isAboutOneFile, isAbsent } from './failures.js';
import type { FileSystem, FolderItem } from './file-system.js';
import { inspectParents } from './find-file.js';
import { hostPath, type MemoryDirectory, unusable } from './memory-directory.js';
import { hiddenFolder, isOwnName, placeOf } from './places.js';

export type OnSkipped = (path: string, reason: SkippedFile['reason']) => void;

export interface WalkedFolder {
  /** Ends in `/`, or is empty for the start. */
  readonly folder: string;
  /** Regular files with safe names. */
  readonly files: readonly string[];
}

/**
 * Goes through the folders below the prefix, without recursion and never through a link. What is
 * not a regular file with a readable name is passed over and told to `onSkipped`.
 */
export function* walk(
  directory: MemoryDirectory,
  prefix: StoragePath | undefined,
  onSkipped: OnSkipped,
): Generator<WalkedFolder> {
  const root = directory.root();
  if (root === undefined || !isWalkable(directory, root, prefix)) return;
  const waiting = [prefix === undefined ? '' : `${prefix}/`];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const items = readFolder(directory.fileSystem, root, folder, onSkipped);
    if (items === undefined) continue;
    const sorter = new FolderSorter(directory.fileSystem, root, folder, onSkipped);
    for (const item of items) sorter.add(item);
    for (const name of sorter.folders) waiting.push(`${folder}${name}/`);
    yield { folder, files: sorter.files };
  }
}

function isWalkable(
  directory: MemoryDirectory,
  root: string,
  prefix: StoragePath | undefined,
): boolean {
  if (prefix === undefined) return true;
  const place = placeOf(prefix);
  if (prefix !== hiddenFolder && (place === 'own' || place === 'hidden')) return false;
  return inspectParents(directory, root, `${prefix}/` as StoragePath) === 'folder';
}

function readFolder(
  fileSystem: FileSystem,
  root: string,
  folder: string,
  onSkipped: OnSkipped,
): FolderItem[] | undefined {
  try {
    return fileSystem.readdirSync(hostPath(root, folder), { withFileTypes: true });
  } catch (error) {
    if (folder === '') {
      // A file in its place holds no memories, but not because there are none.
      if (errorCode(error) === 'ENOENT') return undefined;
      throw unusable(error);
    }
    if (isAbsent(error)) return undefined;
    if (!isAboutOneFile(error)) throw error;
    onSkipped(folder.slice(0, -1), 'unreadable');
    return undefined;
  }
}

/** Puts the items of one folder into files, folders, and what is passed over. */
class FolderSorter {
  readonly files: string[] = [];
  readonly folders: string[] = [];
  readonly #fileSystem: FileSystem;
  readonly #root: string;
  readonly #folder: string;
  readonly #onSkipped: OnSkipped;
  /** Names with U+FFFD that were met: the true one, if there is one, is met once. */
  #doubtful: Set<string> | undefined;

  constructor(fileSystem: FileSystem, root: string, folder: string, onSkipped: OnSkipped) {
    this.#fileSystem = fileSystem;
    this.#root = root;
    this.#folder = folder;
    this.#onSkipped = onSkipped;
  }

  add(item: FolderItem): void {
    const name = item.name;
    if (name.charCodeAt(0) === 46) return;
    if (this.#folder === `${hiddenFolder}/` && isOwnName(name)) return;
    if (!/^[\w -][\w .-]*$/.test(name) && !this.#isReadableName(name)) return;
    if (item.isFile()) this.files.push(name);
    else if (item.isDirectory()) this.#addFolder(name);
    else this.#skip(name, item.isSymbolicLink() ? 'symlink' : 'not-a-file');
  }

  #addFolder(name: string): void {
    this.folders.push(name);
    // In the place of the index it keeps that from being written, so it must be told.
    if (this.#folder + name === indexPath) this.#skip(name, 'not-a-file');
  }

  #isReadableName(name: string): boolean {
    if (name.includes('\u{fffd}') && this.#isUndecodable(name)) {
      this.#skip(name, 'undecodable-name');
      return false;
    }
    try {
      storagePath(this.#folder + name);
      return true;
    } catch {
      this.#skip(name, 'unsafe-name');
      return false;
    }
  }

  /** Undecodable bytes come as U+FFFD, and then no file of that name can be found. */
  #isUndecodable(name: string): boolean {
    this.#doubtful ??= new Set();
    if (this.#doubtful.has(name)) return true;
    this.#doubtful.add(name);
    const path = hostPath(this.#root, this.#folder + name);
    return this.#fileSystem.lstatSync(path, { throwIfNoEntry: false }) === undefined;
  }

  #skip(name: string, reason: SkippedFile['reason']): void {
    this.#onSkipped(this.#folder + name, reason);
  }
}

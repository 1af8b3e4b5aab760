import {
  MemoryError,
  StorageError,
  type StoragePath,
  type StorageWarning,
  type Version,
  type WriteResult,
} from '@mem/core';
import type { OpenSteps } from './change-log.js';
import { checkExpectation, fileToChange } from './conditions.js';
import { removeEmptyFolder } from './empty-folder.js';
import { errorCode, isLinkUnsupported } from './failures.js';
import type { FileSystem } from './file-system.js';
import { type FoundFile, findFile, hasSameBytesBy } from './find-file.js';
import { makeFolder } from './make-folder.js';
import { hostPath, type MemoryDirectory } from './memory-directory.js';
import { placeOf } from './places.js';
import { syncFolderOf } from './sync-folder.js';
import { adjustTemp, discard, writeTemp } from './temp-file.js';
import type { CopyId } from './trash.js';
import { contentVersion } from './versions.js';
import type { Workplace } from './workplace.js';

export interface WriteRequest {
  readonly path: StoragePath;
  readonly bytes: Uint8Array;
  readonly expect: Version | null | undefined;
}

/**
 * Writes a file so that readers see the old bytes or the new ones.
 *
 * A new file is linked into place, which cannot replace anything and needs no lock. An existing
 * one is replaced under the lock, after a second look, by one rename.
 *
 * @param workplace asked for only when something must be written
 */
export async function writeFile(
  directory: MemoryDirectory,
  workplace: () => Workplace,
  steps: OpenSteps,
  request: WriteRequest,
): Promise<WriteResult> {
  const { path, bytes, expect } = request;
  if (bytes.length > directory.maxFileSize) throw tooLarge(path, directory.maxFileSize);
  const root = directory.root();
  const early = root === undefined ? undefined : placeToWrite(directory, root, path);
  if (early?.holds(bytes)) return unchanged(early);
  checkExpectation(path, early, expect);
  const write = new PendingWrite(directory, workplace(), steps, request, early);
  try {
    return (early === undefined ? write.create() : undefined) ?? (await write.replace());
  } finally {
    write.cleanUp();
  }
}

/** As `fileToChange`, but a folder that has only its name left is no obstacle. */
function placeToWrite(
  directory: MemoryDirectory,
  root: string,
  path: StoragePath,
): FoundFile | undefined {
  try {
    return fileToChange(directory, root, path);
  } catch (error) {
    if (placeOf(path) !== 'open' || findFile(directory, root, path) !== 'folder') throw error;
    removeEmptyFolder(directory.fileSystem, hostPath(root, path));
    return fileToChange(directory, root, path);
  }
}

function unchanged(file: FoundFile): WriteResult {
  return { version: file.version(), outcome: 'unchanged', warnings: [] };
}

/** New bytes in a temporary file, on their way into place. */
class PendingWrite {
  readonly #directory: MemoryDirectory;
  readonly #workplace: Workplace;
  readonly #steps: OpenSteps;
  readonly #request: WriteRequest;
  readonly #target: string;
  readonly #temp: string;
  readonly #warnings: StorageWarning[] = [];
  #like: FoundFile | undefined;
  #tempIsThere = true;

  constructor(
    directory: MemoryDirectory,
    workplace: Workplace,
    steps: OpenSteps,
    request: WriteRequest,
    early: FoundFile | undefined,
  ) {
    this.#directory = directory;
    this.#workplace = workplace;
    this.#steps = steps;
    this.#request = request;
    this.#like = early;
    this.#target = hostPath(workplace.root, request.path);
    this.#temp = writeTemp(directory.fileSystem, workplace.root, request.bytes, {
      like: early?.status,
      // What core notes in `.mem/` for itself must outlive a killed process, not a power cut.
      sync: directory.durability === 'power' || this.#isKept(),
    });
  }

  /** Undefined when something else is there by now, or links are not supported. */
  create(): WriteResult | undefined {
    const linked = linkNew(this.#fileSystem, this.#temp, this.#target);
    return linked === 'linked' ? this.#finish('created', null) : undefined;
  }

  replace(): Promise<WriteResult> {
    return this.#workplace.locked(this.#warnings, () => {
      for (let attempt = 0; attempt < 100; attempt++) {
        const result = this.#tryToReplace();
        if (result !== undefined) return result;
      }
      throw restless(this.#request.path);
    });
  }

  cleanUp(): void {
    if (this.#tempIsThere) discard(this.#fileSystem, this.#temp);
  }

  /** Under the lock. Undefined when a program that asks for no lock came in between. */
  #tryToReplace(): WriteResult | undefined {
    const { path, bytes, expect } = this.#request;
    const found = fileToChange(this.#directory, this.#workplace.root, path);
    if (found?.holds(bytes)) return { ...unchanged(found), warnings: this.#warnings };
    checkExpectation(path, found, expect);
    if (found === undefined) return this.#createUnderLock();
    this.#adjustTo(found);
    found.remember();
    const copy = this.#isKept() ? this.#workplace.trash.keep(path, found) : undefined;
    if (copy?.linked && !this.#isSameFile(copy.id, found)) {
      this.#workplace.trash.forget(copy.id);
      return undefined;
    }
    this.#renameIntoPlace(copy?.id);
    if (copy?.linked) this.#workplace.swapped.add(path, found, copy.id, this.#warnings);
    return this.#finish('replaced', copy?.id);
  }

  #createUnderLock(): WriteResult | undefined {
    const linked = linkNew(this.#fileSystem, this.#temp, this.#target);
    if (linked === 'exists') return undefined;
    if (linked === 'unsupported') this.#renameIntoPlace(undefined);
    return this.#finish('created', null);
  }

  #renameIntoPlace(copy: CopyId | undefined): void {
    try {
      this.#fileSystem.renameSync(this.#temp, this.#target);
      this.#tempIsThere = false;
    } catch (error) {
      if (copy !== undefined) this.#workplace.trash.forget(copy);
      throw error;
    }
  }

  #adjustTo(found: FoundFile): void {
    const like = this.#like?.status;
    const { mode, uid, gid } = found.status;
    if (like?.mode === mode && like.uid === uid && like.gid === gid) return;
    adjustTemp(this.#fileSystem, this.#temp, found.status);
    this.#like = found;
  }

  /** False when another program put its file there, or wrote into it, after the second look. */
  #isSameFile(copy: CopyId, found: FoundFile): boolean {
    const path = this.#workplace.trash.path(copy);
    const status = this.#fileSystem.lstatSync(path, { throwIfNoEntry: false });
    return status !== undefined && hasSameBytesBy(status, found.status);
  }

  /** After the commit point: nothing from here on may fail. */
  #finish(outcome: 'created' | 'replaced', before: CopyId | null | undefined): WriteResult {
    const { path, bytes } = this.#request;
    const version = contentVersion(bytes);
    if (this.#isKept()) {
      this.#steps.add(path, { before, after: version });
      if (typeof before === 'string') this.#prune(bytes.length);
    }
    if (this.#directory.durability === 'power') {
      syncFolderOf(this.#fileSystem, this.#workplace.root, path, this.#warnings);
    }
    return { version, outcome, warnings: this.#warnings };
  }

  #prune(addedBytes: number): void {
    try {
      this.#workplace.trash.pruneNowAndThen(addedBytes);
    } catch (error) {
      const code = errorCode(error) ?? 'unknown error';
      this.#warnings.push({ message: `The trash could not be pruned (${code}).` });
    }
  }

  /** True for what people see: old bytes go to the trash, new ones are synced. */
  #isKept(): boolean {
    return placeOf(this.#request.path) === 'open';
  }

  get #fileSystem(): FileSystem {
    return this.#directory.fileSystem;
  }
}

function linkNew(
  fileSystem: FileSystem,
  temp: string,
  target: string,
): 'linked' | 'exists' | 'unsupported' {
  for (let madeFolders = false; ; madeFolders = true) {
    try {
      fileSystem.linkSync(temp, target);
      return 'linked';
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EEXIST') return 'exists';
      if (isLinkUnsupported(error)) return 'unsupported';
      if (code !== 'ENOENT' || madeFolders) throw error;
      const folder = target.slice(0, target.lastIndexOf('/'));
      makeFolder(fileSystem, folder);
    }
  }
}

function tooLarge(path: StoragePath, limit: number): MemoryError {
  return new MemoryError(
    'LIMIT',
    `${path} would be larger than ${limit} bytes, the most that can be read back. Nothing was changed; split it.`,
    { path },
  );
}

function restless(path: StoragePath): StorageError {
  return new StorageError(
    `${path} could not be written: another program keeps changing it. Nothing was changed; try again.`,
    { operation: 'write', path, retryable: true },
  );
}

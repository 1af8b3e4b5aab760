import {
  type Change,
  type RecordedChange,
  type RecordedFile,
  type StoragePath,
  storagePath,
  type Version,
} from '@mem/core';
import { isAbsent } from './failures.js';
import type { FileSystem } from './file-system.js';
import { placeOf } from './places.js';
import { readBytes } from './read-bytes.js';
import { writeOwnFile } from './temp-file.js';
import { type CopyId, isCopyId, type Trash } from './trash.js';

const largestRecordBytes = 16 * 1024 * 1024;
const largestCopyBytes = 1024 * 1024 * 1024;

interface Step {
  /** Null when there was no file; undefined when the old bytes were not kept. */
  readonly before: CopyId | null | undefined;
  /** Null when the file was removed. */
  readonly after: Version | null;
}

/** What was done to the files since their last checkpoint, by this storage. */
export class OpenSteps {
  readonly #steps = new Map<StoragePath, Step>();

  add(path: StoragePath, step: Step): void {
    const earlier = this.#steps.get(path);
    this.#steps.set(path, earlier ? { before: earlier.before, after: step.after } : step);
  }

  /** Takes out what belongs to these paths. */
  take(paths: readonly StoragePath[]): Map<StoragePath, Step> {
    const taken = new Map<StoragePath, Step>();
    for (const path of new Set(paths)) {
      const step = this.#steps.get(path);
      if (step) taken.set(path, step);
      this.#steps.delete(path);
    }
    return taken;
  }

  forget(path: StoragePath): void {
    const step = this.#steps.get(path);
    if (step) this.#steps.set(path, { before: undefined, after: step.after });
  }
}

/** As it is on disk, beside the copies it names. */
interface ChangeRecord {
  readonly message: string;
  readonly at: number;
  readonly undoes?: string;
  readonly files: readonly {
    readonly path: StoragePath;
    readonly before?: CopyId | null;
    readonly after: Version | null;
    readonly left?: CopyId;
  }[];
}

/**
 * Writes one record. Nothing is written for a change that left every file as it was.
 *
 * @returns the id under which `recordedChanges` lists it
 */
export function recordChange(
  fileSystem: FileSystem,
  root: string,
  trash: Trash,
  change: Change,
  steps: ReadonlyMap<StoragePath, Step>,
  at: number,
): string | undefined {
  if (steps.size === 0) return undefined;
  const record: ChangeRecord = {
    message: change.message,
    at,
    ...(change.undoes === undefined ? {} : { undoes: change.undoes }),
    files: [...steps].map(([path, step]) => {
      const left = change.left?.get(path);
      return {
        path,
        ...(step.before === undefined ? {} : { before: step.before }),
        after: step.after,
        ...(left === undefined ? {} : { left: trash.keepCopy(path, left) }),
      };
    }),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  const id = trash.newRecordName();
  writeOwnFile(fileSystem, root, trash.path(id), bytes);
  return id;
}

/** Newest first. A record that a crash of the machine left unreadable is passed over. */
export function* recordedChanges(fileSystem: FileSystem, trash: Trash): Generator<RecordedChange> {
  for (const name of trash.recordNames()) {
    const record = readRecord(fileSystem, trash.path(name));
    if (record === undefined) continue;
    yield {
      id: name,
      message: record.message,
      at: record.at,
      files: record.files.map((file) => recordedFile(fileSystem, trash, file)),
      ...(record.undoes === undefined ? {} : { undoes: record.undoes }),
    };
  }
}

function recordedFile(
  fileSystem: FileSystem,
  trash: Trash,
  file: ChangeRecord['files'][number],
): RecordedFile {
  const { path, before, after } = file;
  const copy = (id: CopyId) => bytesAt(fileSystem, trash.path(id), largestCopyBytes);
  const left = file.left === undefined ? undefined : copy(file.left);
  return {
    path,
    before: typeof before === 'string' ? copy(before) : before,
    after,
    ...(left === undefined ? {} : { left }),
  };
}

function readRecord(fileSystem: FileSystem, path: string): ChangeRecord | undefined {
  const bytes = bytesAt(fileSystem, path, largestRecordBytes);
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isChangeRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A directory may come from anywhere: a record must not name files outside it. */
function isChangeRecord(value: unknown): value is ChangeRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { message, at, undoes, files } = value as Record<keyof ChangeRecord, unknown>;
  return (
    typeof message === 'string' &&
    typeof at === 'number' &&
    (undoes === undefined || typeof undoes === 'string') &&
    Array.isArray(files) &&
    files.every(isRecordedStep)
  );
}

function isRecordedStep(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { path, before, after, left } = value as Record<string, unknown>;
  if (typeof path !== 'string' || placeOf(storagePath(path)) !== 'open') return false;
  if (typeof before === 'string' ? !isCopyId(before) : before !== undefined && before !== null) {
    return false;
  }
  if (left !== undefined && !(typeof left === 'string' && isCopyId(left))) return false;
  return typeof after === 'string' || after === null;
}

function bytesAt(fileSystem: FileSystem, path: string, limit: number): Uint8Array | undefined {
  try {
    return readBytes(fileSystem, path, 4096, limit).bytes;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

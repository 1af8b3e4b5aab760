import { type Change, indexPath, type Storage, type StoragePath } from '@mem/core';
import {
  createDirectoryView,
  editIndex,
  type FileToRestore,
  guardStorage,
  notingStorage,
  parseEntryFile,
  restoreFiles,
  typeLookup,
} from '@mem/core/internal';
import { type EntryChange, followIndex } from '../merge/follow-index.js';
import type { GitCheckpointResult } from '../with-git.js';

/** A file that gets other contents, and what it holds now. Null stands for no file. */
export interface FileRevision extends FileToRestore {
  /** The bytes at the version `after`. */
  readonly now: Uint8Array | null;
}

export interface WrittenChange {
  /** The commit of the change; absent when nothing changed, or see the warnings. */
  readonly commit?: string;
  readonly changed: readonly StoragePath[];
  /** What went wrong after the files were written, one line each. */
  readonly warnings: readonly string[];
}

/**
 * Writes files, all or none, lets the index follow where it is not among them, and records it as
 * one change like any other.
 *
 * @throws ConflictError when somebody else changes one of the files at the same time
 */
export async function writeChange(
  storage: Storage,
  files: readonly FileRevision[],
  change: Omit<Change, 'paths'>,
): Promise<WrittenChange> {
  if (files.length === 0) return { changed: [], warnings: [] };
  const noted = notingStorage(guardStorage(storage), storage, () => new Date());
  await restoreFiles(noted, files);
  const warnings: string[] = [];
  const changed = files.map(({ path }) => path);
  if (!changed.includes(indexPath)) {
    const edit = await followFiles(noted, files);
    warnings.push(...edit.warnings.map(({ message }) => message));
    if (edit.changed) changed.push(indexPath);
  }
  const result: GitCheckpointResult | undefined = await noted.checkpoint?.({
    ...change,
    paths: changed,
  });
  const { commit } = result ?? {};
  warnings.push(...(result?.warnings ?? []).map(({ message }) => message));
  return { changed, warnings, ...(commit === undefined ? {} : { commit }) };
}

async function followFiles(storage: Storage, files: readonly FileRevision[]) {
  const isNew = files.some(({ now, before }) => now === null && before !== null);
  const typeOf = isNew ? typeLookup(await createDirectoryView(storage).look()) : undefined;
  const changes = files.map(entryChange);
  return await editIndex(storage, (text) => {
    const followed = followIndex(text ?? '', changes, typeOf);
    return followed === '' && text === undefined ? undefined : followed;
  });
}

export function entryChange({ path, before, now }: FileRevision): EntryChange {
  if (before === null) return { path, isListed: false };
  const { name, description, type } = parseEntryFile(path, before);
  const previousDescription = now === null ? undefined : parseEntryFile(path, now).description;
  return {
    path,
    entry: { path, name, description, type, previousDescription },
    isListed: now === null,
  };
}

/** Reads what the file holds now, for a change of it. */
export async function revisionOf(
  storage: Storage,
  path: StoragePath,
  before: Uint8Array | null,
): Promise<FileRevision> {
  const file = await storage.read(path);
  return { path, before, after: file?.version ?? null, now: file?.bytes ?? null };
}

/** Is this other than what the file holds now? */
export function isRealChange({ before, now }: FileRevision): boolean {
  if (before === null || now === null) return before !== now;
  return Buffer.compare(before, now) !== 0;
}

import { isMemoryError, type StoragePath, type StoredFile, type WriteResult } from '@mem/core';
import { encodeText, jitter } from '@mem/core/internal';
import { fileSize } from './file-size.js';
import { type FileText, textOf } from './file-text.js';
import type { InnerPath } from './memory-path.js';
import { changedMeanwhile, failure, type ToolFailure } from './tool-failure.js';
import type { ToolWorld } from './tool-world.js';

/** How often a change meets another one before we say so. */
const maxAttempts = 200;

export interface ChangedFile {
  readonly after: FileText;
  readonly written: WriteResult;
  /** What `check` had to say about it. */
  readonly notes: readonly string[];
}

export interface FileEdit {
  /** The answer when there is no such file. */
  readonly absent: ToolFailure;
  /** The new text. Asked once more when somebody else changes the file in between. */
  readonly edit: (text: FileText) => string;
  /** Refuses a text before it is written, or has something to say about it. */
  readonly check: (before: FileText, after: FileText) => readonly string[];
  /** Make the edit also when somebody has just made the very same one. */
  readonly again?: boolean;
}

/**
 * Edits the text of a file, and nothing of it that `edit` leaves. A change that somebody else makes
 * meanwhile is read, and the edit made on top of it.
 *
 * @throws ToolFailure
 */
export async function changeFile(
  { storage, maxFileBytes }: ToolWorld,
  { path, shown }: InnerPath,
  { absent, edit, check, again = false }: FileEdit,
): Promise<ChangedFile> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const file = await storage.read(path);
    if (!file) throw absent;
    const before = textOf(file, shown);
    const text = edit(before);
    const bytes = encodeText(text, before.bom);
    // A file that is too large already may still shrink.
    if (bytes.length > file.bytes.length) requireSize(bytes.length, maxFileBytes, shown);
    const after = textOf({ bytes, version: file.version }, shown);
    const notes = check(before, after);
    const written = await writeOver(storage, path, bytes, file);
    const madeByOthers = written?.outcome === 'unchanged' && text !== before.text;
    if (written && !(again && madeByOthers)) return { after, written, notes };
    await jitter(attempt);
  }
  throw changedMeanwhile(shown);
}

/** @throws ToolFailure */
export function requireSize(bytes: number, most: number, path: string): void {
  if (bytes <= most) return;
  throw failure(
    `${path} would be ${fileSize(bytes)} and a file may have at most ${fileSize(most)}. Nothing was written. Put the text into several files, or shorten it`,
  );
}

/** Undefined when the file is not the one that was read any more. */
async function writeOver(
  storage: ToolWorld['storage'],
  path: StoragePath,
  bytes: Uint8Array,
  { version }: StoredFile,
): Promise<WriteResult | undefined> {
  try {
    return await storage.write(path, bytes, { expect: version });
  } catch (error) {
    if (isMemoryError(error) && error.code === 'CONFLICT') return undefined;
    throw error;
  }
}

import { decodeText } from '../entry-file/decode-text.js';
import { isMemoryError, MemoryError } from '../errors.js';
import { conflictMarker } from '../index-file/conflict-marker.js';
import { parseIndex } from '../index-file/parse-index.js';
import type { Problem } from '../problem.js';
import type { Storage, StorageWarning, Version } from '../storage.js';
import { indexPath } from '../storage-path.js';
import { definedOf } from './defined-of.js';
import { jitter } from './jitter.js';

export interface IndexText {
  /** The text with its byte order mark, or undefined when there is no index. */
  readonly text: string | undefined;
  readonly version: Version | null;
}

/** Reads MEMORY.md. Bytes that are not UTF-8 come out as U+FFFD; see `editIndex` for writing. */
export async function readIndex(storage: Storage): Promise<IndexText> {
  const file = await storage.read(indexPath);
  if (!file) return { text: undefined, version: null };
  return {
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes),
    version: file.version,
  };
}

/** The index as a call that is about something else finds it. */
export interface FoundIndex {
  readonly text: string | undefined;
  /** What keeps it from being read, or from being read right. */
  readonly problems: readonly Problem[];
}

/** As `readIndex`, but an index that cannot be read is a problem and hides nothing else. */
export async function findIndex(storage: Storage): Promise<FoundIndex> {
  try {
    const file = await storage.read(indexPath);
    if (!file) return { text: undefined, problems: [] };
    const { text, bom, utf8 } = decodeText(file.bytes);
    return { text: bom ? `\ufeff${text}` : text, problems: utf8 ? [] : [notUtf8] };
  } catch (error) {
    if (!isMemoryError(error) || error.code !== 'UNREADABLE_ENTRY') throw error;
    const problem: Problem = { kind: 'file-unreadable', path: indexPath, message: error.message };
    return { text: undefined, problems: [problem] };
  }
}

const notUtf8: Problem = {
  kind: 'file-encoding',
  path: indexPath,
  message: 'MEMORY.md is not UTF-8, so it is shown in part and never edited.',
  fix: 'Save it as UTF-8.',
};

export interface IndexEdit {
  readonly changed: boolean;
  /** The text that now stands; undefined when there is no index. */
  readonly text: string | undefined;
  readonly warnings: readonly Problem[];
  /** What the last write left; absent when nothing was written. */
  readonly left?: Uint8Array;
  /** The storage failed: what is still to be done may be done by the next write. */
  readonly unfinished?: true;
}

export interface EditIndexOptions {
  /** For an edit that must not be applied to its own result: it is asked until it was written. */
  readonly once?: boolean;
}

/** Long enough for any crowd of writers, short enough not to hang for ever. */
const patienceInMilliseconds = 60_000;

/**
 * Edits MEMORY.md by compare-and-swap until `edit` has nothing left to do: after each write it is
 * asked again, with what stands then, so it must come to rest. `edit` returns the new text, or
 * the same text when all is as it should be.
 *
 * The files that the index speaks about are already written by then, so a failure here is a
 * warning and never an error.
 */
export async function editIndex(
  storage: Storage,
  edit: (text: string | undefined) => Promise<string | undefined> | string | undefined,
  options: EditIndexOptions = {},
): Promise<IndexEdit> {
  const started = Date.now();
  const warnings: Problem[] = [];
  let left: Uint8Array | undefined;
  let text: string | undefined;
  let written: IndexText | undefined;
  const edited = () => ({ changed: left !== undefined, text, warnings, ...definedOf({ left }) });
  try {
    for (let attempt = 0; ; attempt++) {
      const before = await readIndexForEditing(storage, written);
      text = before.text;
      const next = await edit(before.text);
      if (next === undefined || next === before.text) return edited();
      requireNoConflict(before.text ?? '');
      if (Date.now() - started > patienceInMilliseconds) throw tooBusy();
      try {
        const bytes = new TextEncoder().encode(next);
        const result = await storage.write(indexPath, bytes, { expect: before.version });
        warnings.push(...result.warnings.map(problemOfWarning));
        left = bytes;
        text = next;
        written = { text, version: result.version };
        if (options.once) return edited();
      } catch (error) {
        if (!isMemoryError(error) || error.code !== 'CONFLICT') throw error;
        await jitter(attempt);
      }
    }
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    warnings.push(left === undefined ? notUpdated(error) : notSeenAgain(error));
    return error.code === 'STORAGE' ? { ...edited(), unfinished: true } : edited();
  }
}

const conflictMessage =
  'MEMORY.md holds an unresolved merge conflict, and an edit could end up in one side of it.';

/** An edit of an index with conflict markers is refused: it would land in one of the sides. */
export function requireNoConflict(text: string): void {
  if (!text.includes('<<<<<<<') || conflictMarker(parseIndex(text)) === undefined) return;
  throw new MemoryError('REFUSED', conflictMessage, { path: indexPath });
}

function notUpdated(error: MemoryError): Problem {
  const isConflict = error.message === conflictMessage;
  return {
    kind: isConflict ? 'index-conflict-markers' : 'storage-warning',
    path: indexPath,
    message: `The index was not updated: ${error.message}`,
    fix: `${isConflict ? 'Resolve the conflict' : 'Mend that'}, then run \`mem index --rebuild\`.`,
  };
}

function notSeenAgain({ message }: MemoryError): Problem {
  return {
    kind: 'storage-warning',
    path: indexPath,
    message: `The index was updated, but not looked at again for changes of others: ${message}`,
  };
}

/** @param known a text, which need not be decoded again where its version still stands */
async function readIndexForEditing(
  storage: Storage,
  known: IndexText | undefined,
): Promise<IndexText> {
  const file = await storage.read(indexPath);
  if (!file) return { text: undefined, version: null };
  if (known?.version === file.version) return known;
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { text: decoder.decode(file.bytes), version: file.version };
  } catch {
    throw new MemoryError(
      'REFUSED',
      'MEMORY.md is not UTF-8 text, so it cannot be edited safely.',
      {
        path: indexPath,
      },
    );
  }
}

function tooBusy(): MemoryError {
  return new MemoryError('LIMIT', 'MEMORY.md was changed by others for a minute without a pause.', {
    path: indexPath,
  });
}

export function problemOfWarning(warning: StorageWarning): Problem {
  return { kind: 'storage-warning', path: warning.path ?? '.', message: warning.message };
}

export function problemsOfWarnings(
  ...results: readonly { readonly warnings: readonly StorageWarning[] }[]
): Problem[] {
  return results.flatMap((result) => result.warnings.map(problemOfWarning));
}

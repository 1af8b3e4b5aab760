import { parsePlainEntryText } from '../entry-file/parse-plain-entry-file.js';
import type { ParsedEntryFile } from '../entry-file/parsed-entry-file.js';
import { isEntryPath } from '../entry-path.js';
import { isMemoryError } from '../errors.js';
import { isScannable, type Storage, type StoragePath, type StoredFile } from '../storage.js';
import { isAboutOneFile } from '../store/is-about-one-file.js';
import { readEntryFile } from '../store/read-entry-file.js';

/** What a search takes from an entry's file. */
export type FoundEntry = Pick<
  ParsedEntryFile,
  'name' | 'description' | 'type' | 'body' | 'metadata' | 'modified'
>;

/** A file that is no text, or not one that can be read, counts as an entry without words. */
export const unreadableEntry: FoundEntry = { name: '', body: '', metadata: {} };

/** What is known of a file before it is parsed. */
export interface ScannedFile {
  readonly path: StoragePath;
  /** Bytes that are not UTF-8 appear as U+FFFD, a byte order mark as U+FEFF. */
  readonly text: string;
  /** In bytes. */
  readonly size: number;
}

export interface EntryVisitor {
  /** Whether the file is worth parsing. */
  wants(file: ScannedFile): boolean;
  take(path: StoragePath, entry: FoundEntry, size: number): void;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Shows the visitor every entry once, in one pass over the files. Entries whose header needs the
 * full reader come last: it is loaded only for them.
 */
export async function eachEntry(storage: Storage, visitor: EntryVisitor): Promise<void> {
  const waiting: { readonly path: StoragePath; readonly bytes: Uint8Array }[] = [];
  await eachEntryFile(storage, (path, bytes) => {
    const file = { path, text: decoder.decode(bytes), size: bytes.length };
    if (!visitor.wants(file)) return;
    const entry = parseIfPlain(file);
    if (entry) visitor.take(path, entry, file.size);
    else waiting.push({ path, bytes: bytes.slice() });
  });
  for (const { path, bytes } of waiting) {
    visitor.take(path, await parseFound(path, bytes), bytes.length);
  }
}

/** Undefined for what needs the full reader, files among them that may not be UTF-8. */
function parseIfPlain({ path, text }: ScannedFile): FoundEntry | undefined {
  if (text.includes('\ufffd')) return undefined;
  const bom = text.charCodeAt(0) === 0xfeff;
  return parsePlainEntryText(path, { text: bom ? text.slice(1) : text, bom }, false);
}

async function eachEntryFile(
  storage: Storage,
  visit: (path: StoragePath, bytes: Uint8Array) => void,
): Promise<void> {
  if (isScannable(storage)) return storage.scan(isEntryPath, visit);
  for await (const { path } of storage.list()) {
    if (!isEntryPath(path)) continue;
    const file = await readIfReadable(storage, path);
    if (file) visit(path, file.bytes);
  }
}

/** Undefined when it is gone or cannot be read: one bad file never stops a search. */
export async function readIfReadable(
  storage: Storage,
  path: StoragePath,
): Promise<StoredFile | undefined> {
  try {
    return await storage.read(path);
  } catch (error) {
    if (isAboutOneFile(error)) return undefined;
    throw error;
  }
}

export async function parseFound(path: StoragePath, bytes: Uint8Array): Promise<FoundEntry> {
  try {
    return await readEntryFile(path, bytes);
  } catch (error) {
    if (isMemoryError(error)) return unreadableEntry;
    throw error;
  }
}

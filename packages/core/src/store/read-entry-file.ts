import { parsePlainEntryFile } from '../entry-file/parse-plain-entry-file.js';
import type { ParsedEntryFile } from '../entry-file/parsed-entry-file.js';
import type { StoragePath } from '../storage.js';

/**
 * Reads any entry file. The full reader with its YAML libraries (some 70 ms to load) is loaded
 * only when a header is met that needs it.
 */
export async function readEntryFile(
  path: StoragePath,
  bytes: Uint8Array,
): Promise<ParsedEntryFile> {
  const plain = parsePlainEntryFile(path, bytes);
  if (plain) return plain;
  const { parseEntryFile } = await import('../entry-file/parse-entry-file.js');
  return parseEntryFile(path, bytes);
}

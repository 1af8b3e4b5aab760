import type { StoragePath } from '../storage.js';
import type { ParsedEntryFile } from './parsed-entry-file.js';
import { readEntrySource } from './read-entry-source.js';

/**
 * Reads the file of an entry, whatever is in it: every header shape, YAML or not, any line ends,
 * any bytes. Never throws and runs nothing; what is wrong with the file is in `problems`, one a
 * fault. Takes time in proportion to the file's size.
 */
export function parseEntryFile(path: StoragePath, bytes: Uint8Array): ParsedEntryFile {
  return readEntrySource(path, bytes).parsed;
}

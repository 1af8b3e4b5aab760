import type { StoragePath } from '../storage.js';
import { assembleEntry, assembleHeaderless } from './assemble-entry.js';
import { findConflict } from './conflict-markers.js';
import { decodeText } from './decode-text.js';
import type { EntrySource, EntryText } from './entry-source.js';
import { findHeader } from './find-header.js';
import { entriesOf } from './header-field.js';
import { lineEndOf, toLineFeeds } from './line-ends.js';
import type { ParsedEntryFile } from './parsed-entry-file.js';
import { textProblems } from './text-problems.js';

/** Never throws, whatever the bytes are. */
export function readEntrySource(path: StoragePath, bytes: Uint8Array): EntrySource {
  const decoded = decodeText(bytes);
  const found = findHeader(decoded.text);
  const source = { path, ...decoded, ...found, ...conflictIn(decoded.text, found.bodyStart) };
  return { ...source, parsed: parsedOf(source) };
}

function conflictIn(text: string, bodyStart: number): Pick<EntryText, 'conflict'> {
  const line = findConflict(text);
  if (line === undefined) return {};
  const headerLines = toLineFeeds(text.slice(0, bodyStart)).split('\n').length - 1;
  return { conflict: { line, isInHeader: line < headerLines } };
}

function parsedOf(source: EntryText): ParsedEntryFile {
  const { path, text, bodyStart, bom, header, conflict } = source;
  const problems = textProblems(source);
  const parts = { body: text.slice(bodyStart), eol: lineEndOf(text), bom, problems };
  if (header === undefined) return assembleHeaderless(path, parts);
  const isWhole = header.isClosed && !conflict?.isInHeader;
  return assembleEntry(path, entriesOf(header.fields), parts, isWhole);
}

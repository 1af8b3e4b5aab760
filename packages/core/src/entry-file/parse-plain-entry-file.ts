import type { StoragePath } from '../storage.js';
import { assembleEntry } from './assemble-entry.js';
import { isOddlyCased } from './canonical-keys.js';
import { mayHoldConflict } from './conflict-markers.js';
import { type DecodedText, decodeUtf8 } from './decode-text.js';
import type { HeaderEntries } from './header-field.js';
import { emptyRecord, type HeaderRecord } from './header-value.js';
import type { LineEnd } from './line-ends.js';
import type { ParsedEntryFile } from './parsed-entry-file.js';
import { hasSpecialCharacters, readSimpleValue } from './simple-value.js';

/**
 * Reads the file of an entry whose header is plain `key: value` lines (and a `metadata:` block of
 * such lines), as most are. Undefined when the file needs the full reader; otherwise the answer
 * equals that of `parseEntryFile`, without loading a YAML parser.
 */
export function parsePlainEntryFile(
  path: StoragePath,
  bytes: Uint8Array,
): ParsedEntryFile | undefined {
  if (!opensWithFence(bytes)) return undefined;
  const decoded = decodeUtf8(bytes);
  return decoded && parsePlainEntryText(path, decoded);
}

/**
 * The same for a file whose text is known already.
 *
 * @param judgeFields false for a reader that does not ask what is wrong with the fields
 */
export function parsePlainEntryText(
  path: StoragePath,
  { text, bom }: Omit<DecodedText, 'utf8'>,
  judgeFields = true,
): ParsedEntryFile | undefined {
  if (mayHoldConflict(text)) return undefined;
  const parts = splitPlain(text);
  const entries = parts && readPlainHeader(parts.header);
  if (entries === undefined || mayOpenSecondHeader(parts!.body)) return undefined;
  const { body, eol } = parts!;
  const known = { body, eol, bom, problems: [] };
  return assembleEntry(path, entries, known, judgeFields);
}

function opensWithFence(bytes: Uint8Array): boolean {
  const at = bytes[0] === 0xef ? 3 : 0;
  return bytes[at] === 0x2d && bytes[at + 1] === 0x2d && bytes[at + 2] === 0x2d;
}

/** Fences without blanks, and line ends that are all `\n` or all `\r\n` as far as the body. */
function splitPlain(text: string): { header: string; body: string; eol: LineEnd } | undefined {
  const eol = text.startsWith('---\n') ? '\n' : '\r\n';
  const start = 3 + eol.length;
  if (!text.startsWith(`---${eol}`)) return undefined;
  const fence = text.indexOf(`${eol}---`, start - eol.length);
  const end = fence + eol.length + 3;
  if (fence < start) return undefined;
  if (end < text.length && !text.startsWith(eol, end)) return undefined;
  const header = text.slice(start, fence);
  return {
    header: eol === '\n' ? header : header.replaceAll('\r\n', '\n'),
    body: end < text.length ? text.slice(end + eol.length) : '',
    eol,
  };
}

const key = /^[A-Za-z_][A-Za-z0-9_-]*$/;
const lengthLimit = 32_768;

function readPlainHeader(header: string): HeaderEntries | undefined {
  if (header.length > lengthLimit || hasSpecialCharacters(header)) return undefined;
  const top = emptyRecord();
  let nested: HeaderRecord | undefined;
  let nestedIndent = 0;
  for (let start = 0; start <= header.length; ) {
    let end = header.indexOf('\n', start);
    if (end < 0) end = header.length;
    const indent = indentAt(header, start, end);
    if (indent > 0) {
      if (nested === undefined) return undefined;
      if (nestedIndent === 0) nestedIndent = indent;
      if (indent !== nestedIndent || !addField(nested, header, start + indent, end)) {
        return undefined;
      }
    } else if (nested === undefined && isMetadataLine(header, start, end)) {
      nested = emptyRecord();
    } else {
      if (nested !== undefined && nestedIndent === 0) return undefined;
      // A line at the top ends the block: from here on, an indented line is something else.
      if (nested !== undefined) nestedIndent = -1;
      if (!addField(top, header, start, end)) return undefined;
    }
    start = end + 1;
  }
  if (nested === undefined) return { top };
  return nestedIndent === 0 ? undefined : { top, nested };
}

function indentAt(text: string, start: number, end: number): number {
  let position = start;
  while (position < end && text.charCodeAt(position) === 0x20) position++;
  return position - start;
}

function isMetadataLine(text: string, start: number, end: number): boolean {
  const after = start + 'metadata:'.length;
  return text.startsWith('metadata:', start) && indentAt(text, after, end) === end - after;
}

/** False when the line is not a plain field, or its key is there already. */
function addField(record: HeaderRecord, text: string, start: number, end: number): boolean {
  const colon = text.indexOf(':', start);
  if (colon < 0 || colon >= end) return false;
  const name = text.slice(start, colon);
  if (!key.test(name) || name in record || name === 'metadata' || isOddlyCased(name)) return false;
  let from = colon + 1;
  if (from < end && text.charCodeAt(from) !== 0x20) return false;
  let to = end;
  while (from < to && text.charCodeAt(from) === 0x20) from++;
  while (to > from && text.charCodeAt(to - 1) === 0x20) to--;
  const value = readSimpleValue(text.slice(from, to));
  if (value === undefined) return false;
  record[name] = value;
  return true;
}

function mayOpenSecondHeader(body: string): boolean {
  let position = 0;
  while (body.charCodeAt(position) <= 0x20) position++;
  return body.startsWith('---', position);
}

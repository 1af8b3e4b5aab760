import type { Provenance } from '../provenance.js';
import type { StoragePath } from '../storage.js';
import { encodeText } from './decode-text.js';
import { replaceBody, sameBody } from './edit-body.js';
import {
  editHeader,
  type HeaderChanges,
  type HeaderStamps,
  placesOf,
  stampPlaces,
} from './edit-header.js';
import type { EntrySource, HeaderSource } from './entry-source.js';
import { findHeader } from './find-header.js';
import { lostAnchor } from './header-aliases.js';
import { textOfValue } from './header-value.js';
import { type LineEnd, withLineEnds } from './line-ends.js';
import { readEntrySource } from './read-entry-source.js';
import { refuse, refuseUnsafeEdit } from './refuse-unsafe-edit.js';
import { requireWellFormed } from './require-well-formed.js';
import { scalarText } from './scalar-text.js';
import { type EditedFields, verifyEdit } from './verify-edit.js';

export interface EntryFileChanges {
  readonly name?: string;
  readonly description?: string;
  readonly type?: string;
  readonly body?: string;
  /** Written only where the header already has it, and only along with another change. */
  readonly modified?: string;
  /** Likewise, each part where the header has it. */
  readonly provenance?: Provenance;
}

/**
 * The file with the given fields changed: only the bytes of those fields differ. Order, comments,
 * spelling, line ends and the flavour of the header stay. A field that the header lacks is added
 * in the header's own flavour; a file without a header gets one when a header field is given.
 * The same bytes are returned when all fields are so already.
 *
 * @throws MemoryError REFUSED when the file cannot be changed safely, INVALID_ENTRY when a value
 * cannot be stored
 */
export function editEntryFile(
  path: StoragePath,
  bytes: Uint8Array,
  changes: EntryFileChanges,
): Uint8Array {
  for (const field of ['name', 'description', 'type', 'body', 'modified'] as const) {
    if (changes[field] !== undefined) requireWellFormed(changes[field], field, path);
  }
  const source = readEntrySource(path, bytes);
  const { body, ...header } = realChanges(source, changes);
  if (body === undefined && Object.keys(header).length === 0) return bytes;
  refuseUnsafeEdit(source, header);
  const text = editText(source, header, body);
  refuseLostAnchor(source, text);
  const edited = encodeText(text, source.bom);
  const lost = verifyEdit(source, edited, { ...header, ...(body === undefined ? {} : { body }) });
  if (lost !== undefined) throw refuse(path, `its ${lost} would not read back as it should`);
  return edited;
}

function refuseLostAnchor({ path, header }: EntrySource, edited: string): void {
  // What is no YAML has no anchors.
  if (header === undefined || isNoYaml(header)) return;
  const anchor = lostAnchor(header.text, findHeader(edited).header?.text ?? '');
  if (anchor === undefined) return;
  const reason = `another line of its header refers with "*${anchor}" to the value; write that line out first`;
  throw refuse(path, reason);
}

function isNoYaml({ fault }: HeaderSource): boolean {
  return fault?.kind === 'invalid' || fault?.kind === 'large';
}

/** The changes that would make a difference. */
function realChanges(source: EntrySource, changes: EntryFileChanges): EditedFields {
  const { parsed } = source;
  const { name, description, type, body } = changes;
  const real: EditedFields = {
    ...(name === undefined || name === parsed.name ? {} : { name }),
    ...(description === undefined || description === (parsed.description ?? '')
      ? {}
      : { description }),
    ...(type === undefined || hasType(source, type) ? {} : { type }),
    ...(body === undefined || sameBody(parsed.body, body) ? {} : { body }),
  };
  const isAlone = Object.keys(changes).every((key) => key === 'modified');
  const isReal = Object.keys(real).length > 0 || isAlone;
  return isReal ? { ...real, ...realStamps(source, changes) } : real;
}

/** Of the stamps those that the header has, and has otherwise. */
function realStamps({ header }: EntrySource, changes: EntryFileChanges): HeaderStamps {
  const fields = header?.fields ?? [];
  const { source, client, session } = changes.provenance ?? {};
  const stamps = { modified: changes.modified, source, client, originSessionId: session };
  const isOther = ([key, value]: readonly [string, string | undefined]) =>
    value !== undefined &&
    stampPlaces(fields, key as keyof HeaderStamps).some(
      (field) => textOfValue(field.value) !== value,
    );
  return Object.fromEntries(Object.entries(stamps).filter(isOther));
}

function hasType(source: EntrySource, type: string): boolean {
  const places = placesOf(source.header?.fields ?? [], 'type');
  if (places.length === 0) return type === '';
  return places.every((field) => textOfValue(field.value).trim() === type);
}

function editText(source: EntrySource, changes: HeaderChanges, body: string | undefined): string {
  const { text, header, bodyStart, parsed } = source;
  const gap = header === undefined ? '' : parsed.eol;
  const newBody =
    body === undefined ? parsed.body : replaceBody(parsed.body, body, parsed.eol, gap);
  if (header === undefined) return newHeader(changes, newBody, parsed.eol) + newBody;
  const headerEnd = header.start + header.original.length;
  const edited = editHeader(header, changes, parsed.eol);
  const fence = text.slice(headerEnd, bodyStart);
  const needsEnd = newBody !== '' && !/[\r\n]$/.test(fence);
  return text.slice(0, header.start) + edited + fence + (needsEnd ? parsed.eol : '') + newBody;
}

/** A header of only what was given, for a file that has none; empty when nothing was. */
function newHeader(changes: HeaderChanges, body: string, eol: LineEnd): string {
  const lines = (['name', 'description', 'type'] as const).flatMap((key) =>
    changes[key] === undefined ? [] : [`${key}: ${scalarText(changes[key])}\n`],
  );
  if (lines.length === 0) return '';
  const gap = /^[ \t]*[\r\n]/.test(body) || body === '' ? '' : '\n';
  return withLineEnds(`---\n${lines.join('')}---\n${gap}`, eol);
}

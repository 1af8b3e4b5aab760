import { isSource } from '../provenance.js';
import type { HeaderSource } from './entry-source.js';
import { type HeaderField, lastField } from './header-field.js';
import { textOfValue } from './header-value.js';
import { type LineEnd, originalOffset, withLineEnds } from './line-ends.js';
import { scalarText } from './scalar-text.js';

export interface HeaderChanges extends HeaderStamps {
  readonly name?: string;
  readonly description?: string;
  readonly type?: string;
}

/** What is only brought up to date, where the header has it already. */
export interface HeaderStamps {
  readonly modified?: string;
  readonly source?: string;
  readonly client?: string;
  readonly originSessionId?: string;
}

/** A piece of the header's text (ends as `\n`) and what takes its place. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The header as it stands in the file, with the given fields changed and every other byte kept. */
export function editHeader(header: HeaderSource, changes: HeaderChanges, eol: LineEnd): string {
  const { fields } = header;
  const replacements = [
    ...setTop(header, 'name', changes.name, []),
    ...setTop(header, 'description', changes.description, ['name']),
    ...setType(header, changes.type),
    ...stampPlaces(fields, 'modified').flatMap((field) =>
      replaceTime(header, field, changes.modified),
    ),
    ...(['source', 'client', 'originSessionId'] as const).flatMap((key) =>
      stampPlaces(fields, key).flatMap((field) => replaceValue(header, field, changes[key])),
    ),
  ];
  return applyReplacements(header.original, replacements, eol);
}

/** The fields of that key, at the top and in `metadata:`. */
export function placesOf(fields: readonly HeaderField[], key: string): HeaderField[] {
  const metadata = lastField(fields, 'metadata');
  return [lastField(fields, key), lastField(metadata?.children, key)].filter(
    (field) => field !== undefined,
  );
}

/**
 * The fields that hold a stamp. `source` and `client` are words that people use for their own ends:
 * they are stamps only in the `metadata:` block, and the first only with a word of ours.
 */
export function stampPlaces(
  fields: readonly HeaderField[],
  key: keyof HeaderStamps,
): HeaderField[] {
  if (key === 'modified') return placesOf(fields, key);
  if (key === 'originSessionId') return placesOf(fields, key).filter(isPlainText);
  const field = lastField(lastField(fields, 'metadata')?.children, key);
  if (field === undefined || !isPlainText(field)) return [];
  return key === 'client' || isSource(field.value) ? [field] : [];
}

function isPlainText({ value }: HeaderField): boolean {
  return typeof value === 'string';
}

function setTop(
  header: HeaderSource,
  key: string,
  value: string | undefined,
  after: readonly string[],
): Replacement[] {
  if (value === undefined) return [];
  const field = lastField(header.fields, key);
  if (field !== undefined) return replaceValue(header, field, value);
  return [insertTop(header, key, value, after)];
}

/** Where a type stands both at the top and in `metadata:`, both are set, so that they agree. */
function setType(header: HeaderSource, type: string | undefined): Replacement[] {
  if (type === undefined) return [];
  const places = placesOf(header.fields, 'type');
  if (places.length > 0) return places.flatMap((field) => replaceValue(header, field, type));
  const metadata = lastField(header.fields, 'metadata');
  if (metadata?.children === undefined) {
    return [insertTop(header, 'type', type, ['description', 'name'])];
  }
  return [insertNested(header, metadata, metadata.children, type)];
}

function replaceValue(
  header: HeaderSource,
  field: HeaderField,
  value: string | undefined,
): Replacement[] {
  if (value === undefined || textOfValue(field.value) === value) return [];
  const { start, end } = field;
  const text = scalarText(value, field.inFlow || isBeforeRemark(header.text, field));
  const needsBlank = header.text[start - 1] === ':';
  return [{ start, end, text: needsBlank ? ` ${text}` : text }];
}

/** After a plain name or description a remark would be read as part of it. */
function isBeforeRemark(text: string, { key, end }: HeaderField): boolean {
  if (key !== 'name' && key !== 'description') return false;
  const lineEnd = text.indexOf('\n', end);
  return text.slice(end, lineEnd < 0 ? text.length : lineEnd).trim() !== '';
}

/** A time that stood plain stays plain, as agents write it; YAML 1.1 took it for a time before too. */
function replaceTime(
  header: HeaderSource,
  field: HeaderField,
  value: string | undefined,
): Replacement[] {
  const wasPlain = /^\d/.test(header.text.slice(field.start, field.end));
  const staysPlain =
    wasPlain && !field.inFlow && value !== undefined && /^[\d:.TZ+-]+$/.test(value);
  if (!staysPlain) return replaceValue(header, field, value);
  return [{ start: field.start, end: field.end, text: value }];
}

function insertTop(
  header: HeaderSource,
  key: string,
  value: string,
  after: readonly string[],
): Replacement {
  const { fields } = header;
  const line = (indent: string) => `${indent}${key}: ${scalarText(value)}\n`;
  const previous = after.map((other) => lastField(fields, other)).find((field) => field);
  const first = fields[0];
  if (previous !== undefined) {
    return insertAt(lineAfter(header.text, previous), line(previous.indent));
  }
  return insertAt(first?.lineStart ?? 0, line(first?.indent ?? ''));
}

function insertNested(
  header: HeaderSource,
  metadata: HeaderField,
  children: readonly HeaderField[],
  type: string,
): Replacement {
  const first = children[0];
  if (first === undefined || first.inFlow) {
    const separator = first === undefined ? '' : ', ';
    return insertAt(metadata.start + 1, `type: ${scalarText(type, true)}${separator}`);
  }
  const nodeType = lastField(children, 'node_type');
  const line = `${first.indent}type: ${scalarText(type)}\n`;
  return insertAt(nodeType ? lineAfter(header.text, nodeType) : first.lineStart, line);
}

function insertAt(offset: number, text: string): Replacement {
  return { start: offset, end: offset, text };
}

/** The start of the line after the field's last one. */
function lineAfter(text: string, field: HeaderField): number {
  const end = text.indexOf('\n', Math.max(field.end - 1, field.lineStart));
  return end < 0 ? text.length : end + 1;
}

function applyReplacements(
  original: string,
  replacements: readonly Replacement[],
  eol: LineEnd,
): string {
  let result = '';
  let position = 0;
  for (const { start, end, text } of replacements.toSorted((a, b) => a.start - b.start)) {
    result += original.slice(position, originalOffset(original, start)) + withLineEnds(text, eol);
    position = originalOffset(original, end);
  }
  return result + original.slice(position);
}

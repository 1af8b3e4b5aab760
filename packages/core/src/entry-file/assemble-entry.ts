import { isMemoryType, memoryTypes } from '../memory-type.js';
import type { Problem } from '../problem.js';
import { cleanProvenance, isSource, type Provenance } from '../provenance.js';
import type { StoragePath } from '../storage.js';
import { stemOf } from '../storage-path.js';
import type { HeaderEntries } from './header-field.js';
import { emptyRecord, type HeaderRecord, type HeaderValue, textOfValue } from './header-value.js';
import type { LineEnd } from './line-ends.js';
import type { ParsedEntryFile } from './parsed-entry-file.js';

export interface EntryParts {
  readonly body: string;
  readonly eol: LineEnd;
  readonly bom: boolean;
  /** What is wrong with the file as text. */
  readonly problems: readonly Problem[];
}

/** An entry without a header: its name is the file's stem. */
export function assembleHeaderless(path: StoragePath, parts: EntryParts): ParsedEntryFile {
  const { body, eol, bom, problems } = parts;
  const name = stemOf(path);
  return { name, body, metadata: emptyRecord(), shape: 'none', eol, bom, problems: [...problems] };
}

/**
 * Puts an entry together from what its header says. Loads no parser: the fast reader and the full
 * one both end here.
 *
 * @param judgeFields false when the header is too broken to miss anything in it
 */
export function assembleEntry(
  path: StoragePath,
  header: HeaderEntries,
  parts: EntryParts,
  judgeFields = true,
): ParsedEntryFile {
  const { body, eol, bom } = parts;
  const { top, nested } = header;
  const name = filledText(top.name);
  const description = filledText(top.description);
  const type = typeOf(header);
  const modified = top.modified ?? nested?.modified;
  const entry: Mutable<ParsedEntryFile> = {
    name: name ?? stemOf(path),
    body,
    metadata: metadataOf(header),
    shape: shapeOf(header),
    eol,
    bom,
    problems: judgeFields
      ? [...parts.problems, ...fieldProblems(path, header)]
      : [...parts.problems],
  };
  // One by one: this runs for every file of a search, and spreading takes as long as all the rest.
  if (name !== undefined) entry.nameInHeader = name;
  if (description !== undefined) entry.description = description;
  if (type !== undefined) entry.type = type;
  if (typeof modified === 'string' && modified !== '') entry.modified = modified;
  if (nested !== undefined || top.originSessionId !== undefined) {
    const provenance = provenanceOf(header);
    if (provenance !== undefined) entry.provenance = provenance;
  }
  return entry;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function filledText(value: HeaderValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = textOfValue(value);
  return text.trim() === '' ? undefined : text;
}

/** The flat type wins over the nested one. */
function typeOf({ top, nested }: HeaderEntries): string | undefined {
  return filledText(top.type)?.trim() ?? filledText(nested?.type)?.trim();
}

function shapeOf({ top, nested }: HeaderEntries): 'flat' | 'nested' {
  if (nested === undefined) return 'flat';
  return 'type' in top && !('type' in nested) ? 'flat' : 'nested';
}

function metadataOf({ top, nested }: HeaderEntries): HeaderRecord {
  const metadata = emptyRecord();
  for (const key in nested) {
    if (key !== 'type') metadata[key] = nested[key] ?? null;
  }
  for (const key in top) {
    if (key === 'name' || key === 'description' || key === 'type') continue;
    if (key === 'metadata' && top[key] === null) continue;
    metadata[key] = top[key] ?? null;
  }
  return metadata;
}

/** As an edit finds it: see `stampPlaces`. */
function provenanceOf({ top, nested }: HeaderEntries): Provenance | undefined {
  const session = top.originSessionId ?? nested?.originSessionId;
  const { source, client } = nested ?? emptyRecord();
  return cleanProvenance({
    source: isSource(source) ? source : undefined,
    client: typeof client === 'string' ? client : undefined,
    session: typeof session === 'string' ? session : undefined,
  });
}

const remedies = {
  name: 'Add a line "name: …"; until then the file\'s name is used.',
  description: 'Add a line "description: …" that says when the memory matters.',
  type: `Add a line "type: …" with one of ${memoryTypes.join(', ')}.`,
};

function fieldProblems(path: string, header: HeaderEntries): Problem[] {
  const { top, nested } = header;
  const type = filledText(top.type) === undefined && nested ? (nested.type ?? top.type) : top.type;
  return [
    ...presenceProblems(path, 'name', top.name),
    ...presenceProblems(path, 'description', top.description),
    ...presenceProblems(path, 'type', type),
    ...typeProblems(path, header),
  ];
}

function presenceProblems(
  path: string,
  field: 'name' | 'description' | 'type',
  value: HeaderValue | undefined,
): Problem[] {
  const fix = remedies[field];
  if (value === undefined || value === null) {
    return [{ kind: 'field-missing', path, field, message: `The header has no ${field}.`, fix }];
  }
  if (textOfValue(value).trim() !== '') return [];
  return [{ kind: 'field-empty', path, field, message: `The header's ${field} is empty.`, fix }];
}

function typeProblems(path: string, header: HeaderEntries): Problem[] {
  const flat = filledText(header.top.type)?.trim();
  const nested = filledText(header.nested?.type)?.trim();
  if (flat !== undefined && nested !== undefined && flat !== nested) {
    return [
      {
        kind: 'type-conflict',
        path,
        field: 'type',
        message: `The header says type ${quote(flat)} and, below "metadata:", type ${quote(nested)}; the first one counts.`,
        fix: 'Save the type again: both will say the same.',
      },
    ];
  }
  const type = flat ?? nested;
  if (type === undefined || isMemoryType(type)) return [];
  return [
    {
      kind: 'type-unknown',
      path,
      field: 'type',
      message: `${quote(type)} is none of the types ${memoryTypes.join(', ')}; it is kept as it is.`,
      fix: `Write one of ${memoryTypes.join(', ')}.`,
    },
  ];
}

/** The word between quotes, on one line and not too long for a sentence. */
function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
}

import type { Problem, StoragePath } from '@mem/core';
import { type EntrySource, encodeText, joinLines, readEntrySource } from '@mem/core/internal';
import { sameBytes } from '../same-bytes.js';
import { headerSegments } from './header-segments.js';
import { mapThree, type Three } from './map-three.js';
import { type ConflictStyle, mergeBody } from './merge-body.js';
import { mergeHeader } from './merge-header.js';
import type { Favour } from './merge-lines.js';

/** What both sides changed, each in another way: a field of the header, all of it, or lines. */
export type FileConflict =
  | {
      readonly part: 'field';
      readonly field: string;
      /** Absent where that side has it no more. What is no text is JSON. */
      readonly ours?: string;
      readonly theirs?: string;
    }
  | { readonly part: 'header' }
  | { readonly part: 'body'; readonly places: number }
  | { readonly part: 'file' };

export interface MergedFile {
  readonly bytes: Uint8Array;
  readonly conflicts: readonly FileConflict[];
}

/**
 * Merges two versions of a memory file: its header field by field, its body line by line. In a
 * conflict the favoured side's text stands, so the result is always a whole, valid file; with
 * `marks` a conflict of the body holds both texts. A base of null: both sides made the file.
 */
export function mergeFile(
  path: StoragePath,
  base: Uint8Array | null,
  ours: Uint8Array,
  theirs: Uint8Array,
  style: ConflictStyle = 'ours',
): MergedFile {
  if (sameBytes(ours, theirs) || (base && sameBytes(base, theirs))) return clean(ours);
  if (base && sameBytes(base, ours)) return clean(theirs);
  const sources = mapThree([base ?? new Uint8Array(), ours, theirs], (bytes) =>
    readEntrySource(path, bytes),
  );
  if (!path.endsWith('.md') || sources.some(({ utf8 }) => !utf8)) {
    const bytes = style === 'theirs' ? theirs : ours;
    return { bytes, conflicts: [{ part: 'file' }] };
  }
  return mergeSources(sources, style, base !== null);
}

function clean(bytes: Uint8Array): MergedFile {
  return { bytes, conflicts: [] };
}

function mergeSources(
  [base, ours, theirs]: Three<EntrySource>,
  style: ConflictStyle,
  hasBase: boolean,
): MergedFile {
  const favour = style === 'marks' ? 'ours' : style;
  const header = mergeHeaders([base, ours, theirs], favour, hasBase);
  const bodies = mapThree([base, ours, theirs], ({ parsed }) => parsed.body);
  const body = mergeBody(...bodies, style);
  const bom = ours.bom === base.bom && hasBase ? theirs.bom : ours.bom;
  const conflicts: FileConflict[] = [...header.conflicts];
  if (body.conflicts > 0) conflicts.push({ part: 'body', places: body.conflicts });
  return { bytes: encodeText(joined(header.text, body.text, ours), bom), conflicts };
}

/** A fence that was the end of a file has no line end of its own. */
function joined(header: string, body: string, { parsed }: EntrySource): string {
  const needsEnd = header !== '' && body !== '' && !/[\r\n]$/.test(header);
  return header + (needsEnd ? parsed.eol : '') + body;
}

interface HeaderText {
  readonly text: string;
  readonly conflicts: readonly FileConflict[];
}

function mergeHeaders(
  [base, ours, theirs]: Three<EntrySource>,
  favour: Favour,
  hasBase: boolean,
): HeaderText {
  const [b, o, t] = mapThree([base, ours, theirs], headerText);
  const [bare, ourBare, theirBare] = mapThree([b, o, t], withoutEnds);
  if (ourBare === theirBare || (hasBase && theirBare === bare)) return { text: o, conflicts: [] };
  if (hasBase && ourBare === bare) return { text: adapt(t, ours), conflicts: [] };
  return (
    mergeFields([base, ours, theirs], favour) ?? {
      text: favour === 'ours' ? o : adapt(t, ours),
      conflicts: [{ part: 'header' }],
    }
  );
}

/** Undefined where a header cannot be taken apart, or the result would not say what it should. */
function mergeFields(
  [base, ours, theirs]: Three<EntrySource>,
  favour: Favour,
): HeaderText | undefined {
  const [inBase = [], inOurs, inTheirs] = mapThree(
    [base, ours, theirs],
    ({ header }) => header && headerSegments(header),
  );
  if (inOurs === undefined || inTheirs === undefined || ours.header === undefined) return undefined;
  const merged = mergeHeader(inBase, inOurs, inTheirs, favour, ours.parsed.eol);
  const { start, original } = ours.header;
  const text =
    ours.text.slice(0, start) +
    joinLines(merged.lines) +
    ours.text.slice(start + original.length, ours.bodyStart);
  const [, o, t] = mapThree([base, ours, theirs], valuesOf);
  const conflicts = merged.conflicts.map(
    (field): FileConflict => ({
      part: 'field',
      field,
      ...(o.has(field) ? { ours: plain(o.get(field)) } : {}),
      ...(t.has(field) ? { theirs: plain(t.get(field)) } : {}),
    }),
  );
  return saysWhatItShould(text, [base, ours, theirs], merged.conflicts, favour)
    ? { text, conflicts }
    : undefined;
}

/** Reads the merged header: each value is the one that was to be taken, and nothing is wrong anew. */
function saysWhatItShould(
  text: string,
  [base, ours, theirs]: Three<EntrySource>,
  conflicts: readonly string[],
  favour: Favour,
): boolean {
  const merged = readEntrySource(ours.path, encodeText(text, false));
  const known = new Set([ours, theirs].flatMap(({ parsed }) => parsed.problems.map(kindOf)));
  if (merged.parsed.problems.some((problem) => isOfHeader(problem) && !known.has(problem.kind))) {
    return false;
  }
  const is = valuesOf(merged);
  const [b, o, t] = mapThree([base, ours, theirs], valuesOf);
  const keys = new Set([is, o, t].flatMap((values) => [...values.keys()]));
  return [...keys].every((key) => {
    const wanted = conflicts.includes(key)
      ? [(favour === 'ours' ? o : t).get(key)]
      : wantedValues(key, b.get(key), o.get(key), t.get(key));
    return wanted.includes(is.get(key));
  });
}

function kindOf({ kind }: Problem): Problem['kind'] {
  return kind;
}

/** The text that is read here has no body. */
function isOfHeader({ kind }: Problem): boolean {
  return kind.startsWith('frontmatter-') || kind === 'type-conflict';
}

function wantedValues(
  key: string,
  base: string | undefined,
  ours: string | undefined,
  theirs: string | undefined,
): readonly (string | undefined)[] {
  if (ours === theirs || theirs === base) return [ours];
  if (ours === base) return [theirs];
  return key === 'modified' ? [ours, theirs] : [];
}

function plain(json = '""'): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
}

type Values = ReadonlyMap<string, string>;

function valuesOf({ parsed }: EntrySource): Values {
  const { nameInHeader, description, type, metadata } = parsed;
  const values = new Map<string, string>();
  for (const [key, value] of Object.entries({
    name: nameInHeader,
    description,
    type,
    ...metadata,
  })) {
    if (value !== undefined) values.set(key, JSON.stringify(value));
  }
  return values;
}

function headerText({ text, bodyStart }: EntrySource): string {
  return text.slice(0, bodyStart);
}

function withoutEnds(text: string): string {
  return text.replace(/(?<![ \t])[ \t]*(?:\r\n|\r|\n)/g, '\n').trimEnd();
}

/** Another side's header, with the line ends of this file. */
function adapt(text: string, { parsed, header }: EntrySource): string {
  if (header === undefined && parsed.body === '') return text;
  return text.replace(/\r\n|\r|\n/g, parsed.eol);
}

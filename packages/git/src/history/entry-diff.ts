import {
  type DiffHunk,
  decodeText,
  diffLines,
  parseEntryFile,
  renderHunks,
} from '@mem/core/internal';
import type { CommitFile } from './commit-record.js';

/** A field of the header; one that is absent has no value. */
export interface FieldDiff {
  readonly field: string;
  readonly before?: string;
  readonly after?: string;
}

/** What changed in one memory file. */
export interface EntryDiff extends CommitFile {
  /** What the entry is called, after the change where it is still there. */
  readonly name: string;
  /** Fields of the header whose values differ. */
  readonly fields: readonly FieldDiff[];
  /** Changed lines of the body; line numbers count in the body. */
  readonly body: readonly DiffHunk[];
  /** The whole file as a unified diff; empty where the bytes are no text or are the same. */
  readonly text: string;
  /** False when one of the two is not UTF-8 text. */
  readonly isText: boolean;
}

/** Compares a file before and after a change; null stands for no file. */
export function diffEntry(
  file: CommitFile,
  before: Uint8Array | null,
  after: Uint8Array | null,
): EntryDiff {
  const old = before && decodeText(before);
  const fresh = after && decodeText(after);
  const oldEntry = before && parseEntryFile(file.from ?? file.path, before);
  const freshEntry = after && parseEntryFile(file.path, after);
  const isText = (old?.utf8 ?? true) && (fresh?.utf8 ?? true);
  return {
    ...file,
    name: (freshEntry ?? oldEntry)?.name ?? file.path,
    fields: diffFields(fieldsOf(oldEntry), fieldsOf(freshEntry)),
    body: isText ? diffLines(oldEntry?.body ?? '', freshEntry?.body ?? '') : [],
    text: isText ? unifiedDiff(file, old?.text ?? null, fresh?.text ?? null) : '',
    isText,
  };
}

function unifiedDiff(file: CommitFile, before: string | null, after: string | null): string {
  const hunks = diffLines(before ?? '', after ?? '');
  if (hunks.length === 0) return '';
  const from = before === null ? '/dev/null' : `a/${file.from ?? file.path}`;
  const to = after === null ? '/dev/null' : `b/${file.path}`;
  return `--- ${from}\n+++ ${to}\n${renderHunks(hunks)}`;
}

type Entry = ReturnType<typeof parseEntryFile>;

/** Every field of the header as one text. */
export function fieldsOf(entry: Entry | null): Map<string, string> {
  const fields = new Map<string, string>();
  if (entry === null) return fields;
  const { nameInHeader, description, type, metadata } = entry;
  const known = { name: nameInHeader, description, type };
  for (const [key, value] of Object.entries(known)) if (value !== undefined) fields.set(key, value);
  for (const [key, value] of Object.entries(metadata)) {
    fields.set(key, typeof value === 'string' ? value : JSON.stringify(value ?? ''));
  }
  return fields;
}

function diffFields(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): FieldDiff[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys]
    .filter((key) => before.get(key) !== after.get(key))
    .map((field) => {
      const [old, fresh] = [before.get(field), after.get(field)];
      return {
        field,
        ...(old === undefined ? {} : { before: old }),
        ...(fresh === undefined ? {} : { after: fresh }),
      };
    });
}

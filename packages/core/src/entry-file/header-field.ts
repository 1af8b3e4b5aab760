import { emptyRecord, type HeaderRecord, type HeaderValue } from './header-value.js';

/** One key of a header and where it stands. Offsets count into the header's text, ends as `\n`. */
export interface HeaderField {
  readonly key: string;
  /** How the file spells the key, where that is otherwise: `Name`. */
  readonly spelledKey?: string;
  readonly value: HeaderValue;
  /** Where the line of the key begins. */
  readonly lineStart: number;
  /** What indents the key. */
  readonly indent: string;
  /** The value's own text: replacing it by another value's text changes nothing else. */
  readonly start: number;
  readonly end: number;
  /** It stands inside `{…}`. */
  readonly inFlow: boolean;
  /** It is not YAML: the value is the text as it stands. */
  readonly isRaw?: boolean;
  /** The sub-keys, where the value is a map. */
  readonly children?: readonly HeaderField[];
}

/** What a header says, wherever its fields stand. A later field wins over an earlier one. */
export interface HeaderEntries {
  readonly top: HeaderRecord;
  /** The keys of the `metadata:` block, where there is one. */
  readonly nested?: HeaderRecord;
}

/** The last field of that key, which is the one that counts. */
export function lastField(
  fields: readonly HeaderField[] | undefined,
  key: string,
): HeaderField | undefined {
  return fields?.findLast((field) => field.key === key);
}

/** The last field of each key that stands there more than once. */
export function repeatedFields(fields: readonly HeaderField[]): HeaderField[] {
  const seen = new Set<string>();
  const twice = new Map<string, HeaderField>();
  for (const field of fields) {
    if (seen.has(field.key)) twice.set(field.key, field);
    seen.add(field.key);
  }
  return [...twice.values()];
}

export function entriesOf(fields: readonly HeaderField[]): HeaderEntries {
  const metadata = lastField(fields, 'metadata')?.children;
  const top = recordOf(fields);
  if (metadata === undefined) return { top };
  delete top.metadata;
  return { top, nested: recordOf(metadata) };
}

function recordOf(fields: readonly HeaderField[]): HeaderRecord {
  const record = emptyRecord();
  for (const field of fields) record[field.key] = field.value;
  return record;
}

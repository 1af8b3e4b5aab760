/**
 * A value of a header. Scalars are strings as the file spells them (`007`, `1.10`, `yes`, dates);
 * an empty one is null. Records have no prototype, so `__proto__` is a key like any other.
 */
export type HeaderValue = string | null | HeaderValue[] | HeaderRecord;

export interface HeaderRecord {
  [key: string]: HeaderValue;
}

export function emptyRecord(): HeaderRecord {
  return Object.create(null) as HeaderRecord;
}

/** The value in one line of text: lists joined by commas. */
export function textOfValue(value: HeaderValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOfValue).join(', ');
  return Object.keys(value)
    .map((key) => `${key}: ${textOfValue(value[key] ?? null)}`)
    .join(', ');
}

const nullWords = new Set(['', '~', 'null', 'Null', 'NULL']);

/** True for the unquoted words that mean "no value" in YAML. */
export function isNullWord(text: string): boolean {
  return nullWords.has(text);
}

import type { Extra } from './message.js';

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields that have no name in our shape, to be kept with the part or message made from them. */
export function extraOf(format: string, source: Fields, known: readonly string[]): ExtraField {
  const rest = Object.entries(source).filter(([key]) => !known.includes(key));
  return rest.length === 0 ? {} : { extra: { format, fields: Object.fromEntries(rest) } };
}

/** The kept fields, for a part or message that is turned back into the shape it came from. */
export function fieldsOf(format: string, extra: Extra | undefined): Fields {
  return extra?.format === format ? extra.fields : {};
}

/** The field with its value, or nothing when there is none: an absent field stays absent. */
export function present<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value });
}

type ExtraField = { extra?: Extra };

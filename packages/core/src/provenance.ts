/**
 * Where the words of an entry come from, as far as the program that wrote them knows. It is
 * stamped by the program, never taken from what a model says.
 */
export interface Provenance {
  /** `user`: a person's own words, or confirmed by one. `inferred`: a model's conclusion. */
  readonly source?: 'user' | 'inferred' | undefined;
  /** The program that asked for the change, by the name it gives itself. */
  readonly client?: string | undefined;
  /** The conversation in which it was asked for. */
  readonly session?: string | undefined;
}

export function isSource(value: unknown): value is 'user' | 'inferred' {
  return value === 'user' || value === 'inferred';
}

/** Where each part stands in a header, in the order in which they are written. */
export const provenanceKeys = {
  source: 'source',
  client: 'client',
  session: 'originSessionId',
} as const;

/** Longer names are cut. In characters. */
const lengthLimit = 100;

/**
 * The same, fit to stand in a header, a commit message and on a screen: clients name themselves,
 * so each text becomes one line without control and invisible characters, at most 100 characters
 * long. Undefined when nothing is left.
 */
export function cleanProvenance(provenance: Provenance | undefined): Provenance | undefined {
  const { source, client, session } = provenance ?? {};
  const clean = {
    ...(isSource(source) ? { source } : {}),
    ...oneLineField('client', client),
    ...oneLineField('session', session),
  };
  return Object.keys(clean).length === 0 ? undefined : clean;
}

function oneLineField(key: 'client' | 'session', text: string | undefined): Provenance {
  const line = text === undefined ? '' : oneLine(text, lengthLimit);
  return line === '' ? {} : { [key]: line };
}

/** The text on one line, without control and invisible characters, cut to a number of characters. */
export function oneLine(text: string, limit: number): string {
  if (text.length <= limit && /^[\w.:@/+()-]*(?: [\w.:@/+()-]+)*$/.test(text)) return text;
  const line = text
    .slice(0, limit * 8)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : line;
}

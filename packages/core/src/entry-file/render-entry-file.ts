import { MemoryError } from '../errors.js';
import { type Provenance, provenanceKeys } from '../provenance.js';
import { encodeText } from './decode-text.js';
import { withLineEnds } from './line-ends.js';
import { requireWellFormed } from './require-well-formed.js';
import { keyText, scalarText } from './scalar-text.js';

export interface NewEntryFile {
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly body: string;
  /** Further header keys: strings, null, and lists and records of them. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Goes into the `metadata:` block, which a flat header gets for it. */
  readonly provenance?: Provenance;
}

/**
 * The file of a new entry: header, a blank line, and the body, which ends with a line end. Every
 * YAML reader reads the values back as they were given.
 *
 * @throws MemoryError INVALID_ENTRY when a value cannot be stored
 */
export function renderEntryFile(
  fields: NewEntryFile,
  shape: 'flat' | 'nested',
  eol: '\n' | '\r\n' = '\n',
): Uint8Array {
  for (const field of ['name', 'description', 'type', 'body'] as const) {
    requireWellFormed(fields[field], field);
  }
  const head = [
    `name: ${scalarText(fields.name)}`,
    `description: ${scalarText(fields.description)}`,
  ];
  const rest = [`type: ${scalarText(fields.type)}`, ...metadataLines(fields.metadata ?? {})];
  const stamps = provenanceLines(fields.provenance ?? {});
  const lines = shape === 'flat' ? [...rest, ...block(stamps)] : block([...rest, ...stamps]);
  const parts = ['---', ...head, ...lines, '---', ...bodyLines(fields.body)];
  // Each by itself: a body that ends in a lone carriage return must not lose it to the line's end.
  return encodeText(parts.map((part) => withLineEnds(part, eol) + eol).join(''), false);
}

function block(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['metadata:', ...lines.map((line) => `  ${line}`)];
}

function provenanceLines(provenance: Provenance): string[] {
  return (['source', 'client', 'session'] as const).flatMap((part) => {
    const value = provenance[part];
    return value === undefined ? [] : [`${provenanceKeys[part]}: ${scalarText(value)}`];
  });
}

/** A blank line and the body, whose last line end is that of the file. */
function bodyLines(body: string): string[] {
  if (body === '') return [];
  return ['', body.replace(/\r?\n$/, '')];
}

const ownKeys = new Set(['name', 'description', 'type', 'metadata']);

function metadataLines(metadata: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(metadata).map((key) => {
    if (ownKeys.has(key)) {
      throw new MemoryError(
        'INVALID_ENTRY',
        `The header key ${JSON.stringify(key)} cannot be given as metadata; give it as a field of its own.`,
      );
    }
    checkKey(key);
    const value = metadata[key];
    const text = typeof value === 'string' ? scalarText(value) : flowText(value, key, 0);
    return text === '' ? `${keyText(key)}:` : `${keyText(key)}: ${text}`;
  });
}

// YAML readers look for the colon after a key this far, in characters.
const keyLengthLimit = 500;

function checkKey(key: string): void {
  requireWellFormed(key, 'header key');
  if (key.length <= keyLengthLimit) return;
  throw new MemoryError('INVALID_ENTRY', 'A header key is longer than 500 characters.');
}

const depthLimit = 32;

function flowText(value: unknown, key: string, depth: number): string {
  if (value === null || value === undefined) return depth === 0 ? '' : 'null';
  if (depth > depthLimit) {
    throw new MemoryError('INVALID_ENTRY', `The header key ${JSON.stringify(key)} nests too deep.`);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => flowText(item, key, depth + 1)).join(', ')}]`;
  }
  if (typeof value === 'object') {
    const pairs = Object.entries(value).map(([name, item]) => {
      checkKey(name);
      return `${scalarText(name, true)}: ${flowText(item, key, depth + 1)}`;
    });
    return `{${pairs.join(', ')}}`;
  }
  const text = String(value);
  requireWellFormed(text, `header key ${JSON.stringify(key)}`);
  return scalarText(text, true);
}

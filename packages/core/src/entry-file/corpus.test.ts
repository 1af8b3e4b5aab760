import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StoragePath } from '../storage.js';
import { parseEntryFile } from './parse-entry-file.js';
import { parsePlainEntryFile } from './parse-plain-entry-file.js';

const root = new URL('./fixtures/', import.meta.url);

interface ExpectedEntry {
  file: string;
  optional?: boolean;
  idNotReal?: boolean;
  name?: string | null;
  description?: string | null;
  descriptionContains?: string[];
  type?: string | null;
  bodySha256?: string;
  bodyFirstLine?: string;
  extra?: Record<string, unknown>;
  [key: string]: unknown;
}
interface Warning {
  kind?: string;
  kindAnyOf?: string[];
  file: string;
  field?: string;
}
interface Expectation {
  entries: ExpectedEntry[];
  warnings?: Warning[];
  mayWarn?: (string | { kind: string; file: string })[];
  mustNotWarn?: (string | { kind: string; file: string })[];
}

const fileKinds = /^(?:frontmatter-|unsafe-|field-|type-|file-)/;

for (const name of readdirSync(root).filter((entry) => /^h\d\d/.test(entry))) {
  const folder = new URL(`${name}/`, root);
  const expectation = JSON.parse(
    readFileSync(new URL('expect.json', folder), 'utf8'),
  ) as Expectation;
  describe(name, () => {
    for (const entry of expectation.entries) {
      const bytes = readFileSync(new URL(`memory/${encodeURI(entry.file)}`, folder));
      const parsed = parseEntryFile(entry.file as StoragePath, bytes);
      it(`reads ${entry.file}`, () => {
        if (!entry.idNotReal) {
          for (const field of ['name', 'description', 'type'] as const) {
            expectField(entry, field, parsed[field]);
          }
        }
        for (const part of entry.descriptionContains ?? []) {
          expect(parsed.description).toContain(part);
        }
        expectBody(entry, parsed.body);
        for (const [key, value] of Object.entries(entry.extra ?? {})) {
          expect(parsed.metadata[key.replace(/^metadata\./, '')]).toEqual(value);
        }
      });
      it(`reads ${entry.file} alike on the fast path`, () => {
        const plain = parsePlainEntryFile(entry.file as StoragePath, bytes);
        if (plain !== undefined) expect(plain).toEqual(parsed);
      });
      it(`finds what is wrong with ${entry.file}, and nothing else`, () => {
        expectProblems(expectation, entry.file, parsed.problems);
      });
    }
  });
}

function expectField(
  entry: ExpectedEntry,
  field: 'name' | 'description' | 'type',
  value: string | undefined,
): void {
  if (field in entry) expect(value ?? null).toBe(entry[field]);
  const anyOf = entry[`${field}AnyOf`] as unknown[] | undefined;
  if (anyOf !== undefined) expect(anyOf).toContain(value ?? null);
}

function expectBody(entry: ExpectedEntry, body: string): void {
  const normal = body
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  if (entry.bodySha256 !== undefined) {
    expect(createHash('sha256').update(normal).digest('hex')).toBe(entry.bodySha256);
  }
  if (entry.bodyFirstLine !== undefined) {
    expect(normal.split('\n')[0]?.trim()).toBe(entry.bodyFirstLine);
  }
}

function expectProblems(
  { warnings = [], mayWarn = [] }: Expectation,
  file: string,
  problems: readonly { kind: string; field?: string }[],
): void {
  const wanted = warnings.filter(
    (warning) => warning.file === file && fileKinds.test(warning.kind ?? warning.kindAnyOf![0]!),
  );
  for (const warning of wanted) {
    const kinds = warning.kindAnyOf ?? [warning.kind];
    expect(
      problems.some(
        ({ kind, field }) =>
          kinds.includes(kind) && (warning.field === undefined || warning.field === field),
      ),
    ).toBe(true);
  }
  const tolerated = mayWarn
    .filter((entry) => typeof entry === 'string' || entry.file === file)
    .map((entry) => (typeof entry === 'string' ? entry : entry.kind));
  const allowed = [...tolerated, ...wanted.flatMap(({ kind, kindAnyOf }) => kindAnyOf ?? [kind])];
  expect(problems.map(({ kind }) => kind).filter((kind) => !allowed.includes(kind))).toEqual([]);
}

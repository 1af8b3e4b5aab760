import { createHash } from 'node:crypto';
import type { ListedEntry, ShownEntry } from './answers.js';
import type { CorpusCase, ExpectedEntry } from './case-schema.js';
import { type Fault, fault, within } from './fault.js';
import { normalBody } from './text-lines.js';

/** Which files are listed. */
export function judgeListing(expected: CorpusCase, listed: readonly ListedEntry[]): Fault[] {
  const paths = listed.map((entry) => entry.path);
  const wanted = expected.entries ?? [];
  const faults: Fault[] = [];
  const missing = wanted.filter((entry) => !entry.optional && !paths.includes(entry.file));
  if (missing.length > 0) {
    faults.push(fault('list', `to hold ${missing.map((entry) => entry.file)}`, paths));
  }
  const wrong = (expected.notEntries ?? []).filter((path) => paths.includes(path));
  if (wrong.length > 0) faults.push(fault('list', 'no such memories', wrong));
  if (expected.entriesComplete) {
    const known = new Set(wanted.map((entry) => entry.file));
    const extra = paths.filter((path) => !path.includes('/') && !known.has(path));
    if (extra.length > 0) faults.push(fault('list', 'no further top-level memories', extra));
  }
  if (expected.entriesCount !== undefined && paths.length !== expected.entriesCount) {
    faults.push(fault('list, number of entries', expected.entriesCount, paths.length));
  }
  return faults;
}

/** Name, description and type, as `list` tells them. */
export function judgeSummary(expected: ExpectedEntry, entry: ListedEntry): Fault[] {
  if (expected.idNotReal) return [];
  return within(expected.file, [
    ...judgeValue('name', expected.name, expected.nameAnyOf, entry.name),
    ...judgeContains('name', expected.nameContains, entry.name),
    ...judgeValue(
      'description',
      expected.description,
      expected.descriptionAnyOf,
      entry.description,
    ),
    ...judgeContains('description', expected.descriptionContains, entry.description),
    ...judgeValue('type', expected.type, expected.typeAnyOf, entry.type),
  ]);
}

/** All of it, as `show` tells it. */
export function judgeEntry(expected: ExpectedEntry, entry: ShownEntry): Fault[] {
  return [
    ...judgeSummary(expected, entry),
    ...within(expected.file, [
      ...judgeBody(expected, entry.body),
      ...judgeExtra(expected.extra ?? {}, entry),
      ...judgeLinks(expected.links ?? [], entry.links),
    ]),
  ];
}

type Absent = string | null | undefined;

function judgeValue(
  what: string,
  exact: Absent,
  anyOf: readonly Absent[] | undefined,
  got: Absent,
): Fault[] {
  const choices = [...(exact === undefined ? [] : [exact]), ...(anyOf ?? [])].map(orNothing);
  if (choices.length === 0 || choices.includes(orNothing(got))) return [];
  return [fault(what, choices.length === 1 ? choices[0] : choices, orNothing(got))];
}

function judgeContains(what: string, parts: readonly string[] | undefined, got: Absent): Fault[] {
  const missing = (parts ?? []).filter((part) => !(got ?? '').includes(part));
  return missing.length > 0 ? [fault(`${what} to contain`, missing, got)] : [];
}

/** Absent, undefined and empty are one. */
function orNothing(value: Absent): string | null {
  return value === undefined || value === '' ? null : value;
}

function judgeBody(expected: ExpectedEntry, body: string): Fault[] {
  const faults = judgeContains('body', expected.bodyContains, body);
  const normal = normalBody(body);
  const firstLine = normal.split('\n')[0]!.trim();
  if (expected.bodyFirstLine !== undefined && expected.bodyFirstLine !== firstLine) {
    faults.push(fault('first line of the body', expected.bodyFirstLine, firstLine));
  }
  const sum = createHash('sha256').update(normal).digest('hex');
  if (expected.bodySha256 !== undefined && expected.bodySha256 !== sum) {
    faults.push(fault('sha256 of the body', expected.bodySha256, `${sum} of ${normal}`));
  }
  return faults;
}

function judgeExtra(extra: Record<string, unknown>, entry: ShownEntry): Fault[] {
  return Object.entries(extra)
    .map(([key, expected]) => ({ key, expected, got: headerValue(entry, key) }))
    .filter(({ expected, got }) => spelled(expected) !== spelled(got))
    .map(({ key, expected, got }) => fault(`header key ${key}`, expected, got));
}

/** `metadata` of the program's JSON is flat: `metadata.x` of a case is its `x`. */
function headerValue(entry: ShownEntry, key: string): unknown {
  const { metadata } = entry;
  const names = [key, key.replace(/^metadata\./, '')];
  const direct = names.find((name) => Object.hasOwn(metadata, name));
  if (direct !== undefined) return metadata[direct];
  if (key in entry) return entry[key];
  return key
    .split('.')
    .reduce<unknown>(
      (value, part) => (value as Record<string, unknown> | undefined)?.[part],
      metadata,
    );
}

/** Scalars as they are spelled, whatever their type in JSON. */
function spelled(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(spelled));
  if (typeof value === 'object' && value !== null) {
    return JSON.stringify(Object.entries(value).map(([key, item]) => [key, spelled(item)]));
  }
  return value === null || value === undefined ? '' : String(value);
}

function judgeLinks(
  expected: NonNullable<ExpectedEntry['links']>,
  got: ShownEntry['links'],
): Fault[] {
  return expected.flatMap(({ text, to, toAnyOf }) => {
    const link = got.find(({ target }) => target === text);
    if (!link) return [fault('links', `[[${text}]]`, got)];
    return judgeValue(`link [[${text}]]`, to, toAnyOf, link.path);
  });
}

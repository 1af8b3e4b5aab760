import type { Problem } from '../problem.js';
import type { StoragePath } from '../storage.js';
import { assembleEntry, assembleHeaderless, type EntryParts } from './assemble-entry.js';
import { findConflict } from './conflict-markers.js';
import { type DecodedText, decodeText } from './decode-text.js';
import { entriesOf, type HeaderField } from './header-field.js';
import { hasKnownKey } from './header-lines.js';
import { lineEndOf, originalOffset, toLineFeeds } from './line-ends.js';
import type { ParsedEntryFile } from './parsed-entry-file.js';
import { endBeforeProse, endOfOpenHeader, type HeaderReading, readHeader } from './read-header.js';
import { splitEntryText } from './split-entry-text.js';

/** A file's text, its parts, and what they say: what reading and editing both need. */
export interface EntrySource extends DecodedText {
  readonly path: StoragePath;
  readonly parsed: ParsedEntryFile;
  readonly header?: HeaderSource;
  /** Where the body begins in `text`. */
  readonly bodyStart: number;
  /** The line of a merge conflict's first mark, counted from 0. */
  readonly conflict?: number;
  /** The language that the first fence names, as in `---js`. */
  readonly language?: string;
}

export interface HeaderSource extends HeaderReading {
  /** Where it begins in the file's text. */
  readonly start: number;
  /** Whole lines, with the file's own line ends. */
  readonly original: string;
  /** The same with ends as `\n`: offsets of fields count in here. */
  readonly text: string;
  readonly isClosed: boolean;
}

export function readEntrySource(path: StoragePath, bytes: Uint8Array): EntrySource {
  const decoded = decodeText(bytes);
  const { text } = decoded;
  const found = findHeader(text);
  const header = 'header' in found ? found.header : undefined;
  const language = 'language' in found ? found.language : undefined;
  const conflict = findConflict(text);
  const bodyStart = found.bodyStart;
  const source = {
    ...decoded,
    path,
    bodyStart,
    ...(header === undefined ? {} : { header }),
    ...(language === undefined ? {} : { language }),
    ...(conflict === undefined ? {} : { conflict }),
  };
  return { ...source, parsed: parsedOf(source) };
}

type Found =
  | { readonly bodyStart: number; readonly header: HeaderSource }
  | { readonly bodyStart: 0; readonly language: string }
  | { readonly bodyStart: 0 };

function findHeader(text: string): Found {
  const parts = splitEntryText(text);
  if (parts.kind === 'language') return { bodyStart: 0, language: parts.language };
  if (parts.kind === 'plain') return { bodyStart: 0 };
  if (parts.kind === 'open') return findOpenHeader(text, parts.headerStart, text.length);
  return findClosedHeader(text, parts);
}

function findClosedHeader(
  text: string,
  parts: { headerStart: number; headerEnd: number; bodyStart: number },
): Found {
  const original = text.slice(parts.headerStart, parts.headerEnd);
  const normal = toLineFeeds(original);
  const reading = readHeader(normal);
  if (reading === undefined) return { bodyStart: 0 };
  const end = reading.fault === undefined ? undefined : endBeforeProse(normal);
  if (end !== undefined) return openHeader(text, parts.headerStart, original, normal, end);
  const header = { ...reading, start: parts.headerStart, original, text: normal, isClosed: true };
  return { bodyStart: parts.bodyStart, header };
}

function findOpenHeader(text: string, start: number, end: number): Found {
  const original = text.slice(start, end);
  const normal = toLineFeeds(original);
  const headerEnd = endOfOpenHeader(normal);
  if (headerEnd === undefined) return { bodyStart: 0 };
  return openHeader(text, start, original, normal, headerEnd);
}

function openHeader(
  text: string,
  start: number,
  original: string,
  normal: string,
  end: number,
): Found {
  const cut = originalOffset(original, end);
  const reading = readHeader(normal.slice(0, end)) ?? { fields: [] };
  const header = {
    ...reading,
    start,
    original: text.slice(start, start + cut),
    text: normal.slice(0, end),
    isClosed: false,
  };
  return { bodyStart: start + cut, header };
}

type Unparsed = Omit<EntrySource, 'parsed'>;

function parsedOf(source: Unparsed): ParsedEntryFile {
  const { path, text, bom, header } = source;
  const problems = textProblems(source);
  const parts = { body: text.slice(source.bodyStart), eol: lineEndOf(text), bom, problems };
  if (header === undefined) return assembleHeaderless(path, headerlessParts(source, parts));
  const whole = header.isClosed && !conflictInHeader(source);
  return assembleEntry(path, entriesOf(header.fields), parts, whole);
}

function headerlessParts(source: Unparsed, parts: EntryParts): EntryParts {
  const problem = headerlessProblem(source);
  return problem === undefined ? parts : { ...parts, problems: [...parts.problems, problem] };
}

function headerlessProblem({ path, text, language, conflict }: Unparsed): Problem | undefined {
  if (language !== undefined) {
    return {
      kind: 'unsafe-frontmatter',
      path,
      line: 1,
      message: `The first line, "---${language}", names a language; such a header is never read or run.`,
      fix: 'Write the header as YAML, with a first line of exactly "---".',
    };
  }
  if (text === '') {
    return { kind: 'file-empty', path, message: 'The file is empty.', fix: 'Fill or delete it.' };
  }
  if (text.trim() === '') {
    return {
      kind: 'field-missing',
      path,
      message: 'The file holds nothing but blanks: no name, description, type or text.',
      fix: 'Fill or delete it.',
    };
  }
  if (conflict === 0) return undefined;
  return {
    kind: 'frontmatter-missing',
    path,
    message:
      "The file has no header: its name is the file's, its description and type are unknown.",
    fix: 'Begin the file with a header: "---", lines with name, description and type, "---".',
  };
}

function textProblems(source: Unparsed): Problem[] {
  const { path, utf8, conflict } = source;
  const problems: Problem[] = [];
  if (!utf8) {
    problems.push({
      kind: 'file-encoding',
      path,
      message: 'The file is not UTF-8; what cannot be read is shown as \ufffd.',
      fix: 'Save it as UTF-8.',
    });
  }
  if (conflict !== undefined) {
    problems.push({
      kind: 'file-conflict-markers',
      path,
      line: conflict + 1,
      message: 'A merge conflict was left in the file.',
      fix: 'Choose one side and take the marks out.',
    });
  }
  if (source.header !== undefined) problems.push(...headerProblems(source, source.header));
  return problems;
}

function headerProblems(source: Unparsed, header: HeaderSource): Problem[] {
  const { path } = source;
  const problems: Problem[] = [];
  if (!header.isClosed) {
    problems.push({
      kind: 'frontmatter-unterminated',
      path,
      line: 1,
      message: 'The header is never closed, so where it ends is a guess.',
      fix: 'Put a line "---" after the last line of the header.',
    });
  }
  if (header.unsafe !== undefined) {
    problems.push({
      kind: 'unsafe-frontmatter',
      path,
      line: header.unsafe.line + 2,
      message:
        'The header asks a YAML reader to build objects or to unfold without end; nothing of that is done.',
      fix: 'Write the value as plain text.',
    });
  } else if (header.fault !== undefined && header.isClosed && !conflictInHeader(source)) {
    problems.push(invalidHeader(path, header.fault));
  }
  if (!conflictInHeader(source)) problems.push(...duplicateKeys(path, header));
  if (header.isClosed && opensSecondHeader(source.text, source.bodyStart)) {
    problems.push({
      kind: 'frontmatter-double',
      path,
      message: 'A second header follows the first; it is read as text of the memory.',
      fix: 'Move what is right into the first header and delete the second.',
    });
  }
  return problems;
}

const faultSentences = {
  invalid: 'The header is not valid YAML; it was read line by line, but other programs may fail.',
  large: 'The header is too large to be read as YAML; it was read line by line.',
  cut: 'Other YAML readers drop a part of this value: it holds a sign that they take for syntax.',
};

function invalidHeader(path: string, fault: NonNullable<HeaderReading['fault']>): Problem {
  return {
    kind: 'frontmatter-invalid',
    path,
    ...(fault.key === undefined ? {} : { field: fault.key }),
    message: faultSentences[fault.kind],
    fix: 'Put the value in double quotes.',
  };
}

function duplicateKeys(path: string, header: HeaderSource): Problem[] {
  const metadata = header.fields.flatMap((field) => field.children ?? []);
  return [...repeated(header.fields), ...repeated(metadata)].map((field) => ({
    kind: 'frontmatter-duplicate-key' as const,
    path,
    line: lineOf(header.text, field.lineStart) + 2,
    field: field.key,
    message: `The header has ${JSON.stringify(field.key)} more than once; the last one counts.`,
    fix: 'Keep one of them.',
  }));
}

/** The last field of each key that stands there more than once. */
export function repeated(fields: readonly HeaderField[]): HeaderField[] {
  const seen = new Set<string>();
  const twice = new Map<string, HeaderField>();
  for (const field of fields) {
    if (seen.has(field.key)) twice.set(field.key, field);
    seen.add(field.key);
  }
  return [...twice.values()];
}

function lineOf(text: string, offset: number): number {
  let line = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** The conflict begins above the body, so the header holds two versions of something. */
export function conflictInHeader(source: Unparsed): boolean {
  if (source.conflict === undefined) return false;
  return source.conflict < lineOf(toLineFeeds(source.text.slice(0, source.bodyStart)), Infinity);
}

function opensSecondHeader(text: string, bodyStart: number): boolean {
  let position = bodyStart;
  while (text.charCodeAt(position) <= 0x20) position++;
  if (position > bodyStart && !/[\r\n]/.test(text[position - 1] ?? '')) return false;
  if (!text.startsWith('---', position)) return false;
  const parts = splitEntryText(text.slice(position));
  if (parts.kind !== 'fenced') return false;
  const second = toLineFeeds(text.slice(position + parts.headerStart, position + parts.headerEnd));
  return hasKnownKey(second) && endBeforeProse(second) === undefined;
}

import type { HeaderField } from './header-field.js';
import { hasKnownKey, isInsignificantLine, readKeyLine } from './header-lines.js';
import { readLinesAsFields } from './line-fields.js';
import { findUnsafeTag } from './unsafe-tag.js';
import { readYamlFields, type YamlFields, yamlLimit } from './yaml-fields.js';

/**
 * `cut`: YAML would drop a part of a value; `large`: too large to try; `alias`: it refers to what
 * it does not define.
 */
export interface HeaderFault {
  readonly kind: 'invalid' | 'cut' | 'large' | 'alias';
  /** The first field it is about, and where that stands, as far as can be said. */
  readonly key?: string;
  readonly offset?: number;
}

export interface HeaderReading {
  readonly fields: readonly HeaderField[];
  /** What a strict YAML reader would not take, or take for something else. */
  readonly fault?: HeaderFault;
  /** It asks a reader to build objects, or to unfold without end. The line counts from 0. */
  readonly unsafe?: { readonly line: number };
}

/**
 * Reads what stands between two fence lines (whole lines, ends as `\n`): as YAML, and where that
 * fails or would drop text, line by line. Undefined when it is no header at all but text between
 * two rules.
 */
export function readHeader(header: string): HeaderReading | undefined {
  if (header.split('\n').every((line) => line.trim() === '')) return { fields: [] };
  const unsafeLine = findUnsafeTag(header);
  const unsafe = unsafeLine === undefined ? {} : { unsafe: { line: unsafeLine } };
  const yaml = readYamlFields(header);
  if (yaml === undefined) return readLeniently(header, unsafe);
  // Only comments: for Markdown, headings between two rules.
  if (yaml.fields.length === 0 && !header.includes('{')) return undefined;
  return {
    fields: yaml.fields,
    ...faultOf(yaml),
    ...(yaml.bomb ? { unsafe: { line: 0 } } : unsafe),
  };
}

function faultOf({ fields, keptText, danglingAlias: offset }: YamlFields): {
  fault?: HeaderFault;
} {
  if (keptText) return { fault: { kind: 'cut', ...keptText } };
  if (offset === undefined) return {};
  const key = fields.findLast(({ lineStart }) => lineStart <= offset)?.key;
  return { fault: { kind: 'alias', offset, ...(key === undefined ? {} : { key }) } };
}

function readLeniently(
  header: string,
  unsafe: Pick<HeaderReading, 'unsafe'>,
): HeaderReading | undefined {
  if (!hasKnownKey(header) && unsafe.unsafe === undefined) return undefined;
  const kind = header.length > yamlLimit ? 'large' : 'invalid';
  const fields = readLinesAsFields(header);
  const raw = fields.flatMap((field) => [field, ...(field.children ?? [])]).find(isRaw);
  const place = raw === undefined ? {} : { key: raw.key, offset: raw.lineStart };
  return { fields, fault: { kind, ...place }, ...unsafe };
}

function isRaw(field: HeaderField): boolean {
  return field.isRaw === true;
}

/**
 * Where a header that no fence closes stops being one: at the first blank line, or the first that
 * cannot belong to a header. Undefined when no key of a memory comes before that.
 */
export function endOfOpenHeader(text: string): number | undefined {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => line.trim() === '' || isProse(line));
  return endAfter(lines, end < 0 ? lines.length : end);
}

/**
 * The same for a header that seems to be closed, by what is really a rule further down in the body:
 * prose follows on a blank line, with headings between them or not. Undefined when the header has no such lines.
 */
export function endBeforeProse(header: string): number | undefined {
  const lines = header.split('\n');
  let followsBlank = false;
  const prose = lines.findIndex((line) => {
    if (followsBlank && isProse(line)) return true;
    followsBlank = line.trim() === '' || (followsBlank && isInsignificantLine(line));
    return false;
  });
  return prose < 0 ? undefined : endAfter(lines, prose);
}

/** The offset after the last line before `count` that says something. */
function endAfter(lines: readonly string[], count: number): number | undefined {
  let last = count;
  while (last > 0 && isInsignificantLine(lines[last - 1] ?? '')) last--;
  const header = lines.slice(0, last).join('\n');
  if (!hasKnownKey(header)) return undefined;
  return last < lines.length ? header.length + 1 : header.length;
}

function isProse(line: string): boolean {
  if (isInsignificantLine(line) || line.startsWith(' ') || line.startsWith('\t')) return false;
  return readKeyLine(line) === undefined;
}

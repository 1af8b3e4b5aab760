import { canonicalKeys } from './canonical-keys.js';
import type { HeaderField } from './header-field.js';
import { indentOf, isInsignificantLine, type KeyLine, readKeyLine } from './header-lines.js';
import { joinLines } from './join-lines.js';
import { hasSpecialCharacters, isBlank, readSimpleValue, trimBlanks } from './simple-value.js';
import { readYamlFields, yamlLimit } from './yaml-fields.js';

/** One key and the lines that belong to it. */
interface Group {
  readonly keyLine: KeyLine;
  /** As it is read. */
  key: string;
  readonly start: number;
  end: number;
}

/**
 * Reads a header that is not YAML the way a person does: field by field, each as YAML where it is
 * that, else as the text that stands there. Takes time in proportion to the header's length.
 */
export function readLinesAsFields(header: string): HeaderField[] {
  const budget = { yaml: yamlLimit };
  const groups = groupLines(header, 0, header.length, false);
  return groups.map((group) => fieldOf(header, group, budget, true));
}

/** The first line's indentation is that of the keys; deeper and keyless lines continue a field. */
function groupLines(header: string, from: number, to: number, nested: boolean): Group[] {
  const groups: Group[] = [];
  let keyIndent: number | undefined;
  for (let start = from; start < to; ) {
    const end = lineEndAt(header, start);
    const line = header.slice(start, end);
    if (!isInsignificantLine(line)) {
      const keyLine = readKeyLine(line);
      if (keyLine !== undefined && keyLine.indent <= (keyIndent ?? keyLine.indent)) {
        keyIndent ??= keyLine.indent;
        groups.push({ keyLine, key: keyLine.key, start, end });
      } else {
        const group = groups.at(-1);
        if (group !== undefined && continuesField(header, group, line)) group.end = end;
      }
    }
    start = end + 1;
  }
  const keys = canonicalKeys(
    groups.map(({ key }) => key),
    nested,
  );
  for (const [index, group] of groups.entries()) group.key = keys[index]!;
  return groups;
}

const oneLineKeys = new Set(['name', 'type', 'modified']);

/** Text that is not indented belongs to what stands above it, but not to a name or type. */
function continuesField(header: string, { keyLine, start }: Group, line: string): boolean {
  if (indentOf(line) > keyLine.indent || !oneLineKeys.has(keyLine.key.toLowerCase())) {
    return true;
  }
  const own = header.slice(start + keyLine.afterColon, lineEndAt(header, start));
  return trimBlanks(own) === '';
}

function lineEndAt(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function fieldOf(
  header: string,
  group: Group,
  budget: { yaml: number },
  isTop: boolean,
): HeaderField {
  return (
    simpleField(header, group) ??
    yamlField(header, group, budget) ??
    blockField(header, group, budget, isTop) ??
    rawField(header, group)
  );
}

function placeOf(header: string, group: Group) {
  const { keyLine, start } = group;
  return {
    ...spellingOf(group),
    lineStart: start,
    indent: header.slice(start, start + keyLine.indent),
    inFlow: false,
  };
}

function spellingOf({ key, keyLine }: Group): Pick<HeaderField, 'key' | 'spelledKey'> {
  return key === keyLine.key ? { key } : { key, spelledKey: keyLine.key };
}

function simpleField(header: string, group: Group): HeaderField | undefined {
  const range = valueRange(header, group);
  const text = header.slice(range.start, range.end);
  if (text === '' || text.includes('\n') || hasSpecialCharacters(text)) return undefined;
  const value = readSimpleValue(text);
  return value === undefined ? undefined : { ...placeOf(header, group), ...range, value };
}

function yamlField(
  header: string,
  group: Group,
  budget: { yaml: number },
): HeaderField | undefined {
  const text = `${header.slice(group.start, group.end)}\n`;
  budget.yaml -= text.length;
  if (budget.yaml < 0) return undefined;
  const fields = readYamlFields(text)?.fields;
  const field = fields?.length === 1 ? fields[0] : undefined;
  if ((field?.spelledKey ?? field?.key) !== group.keyLine.key) return undefined;
  const { spelledKey: _, ...whole } = shift(field!, group.start);
  return { ...whole, ...spellingOf(group) };
}

function shift(field: HeaderField, by: number): HeaderField {
  return {
    ...field,
    lineStart: field.lineStart + by,
    start: field.start + by,
    end: field.end + by,
    ...(field.children ? { children: field.children.map((child) => shift(child, by)) } : {}),
  };
}

/** `metadata:` with lines below it of which at least one is not YAML. */
function blockField(
  header: string,
  group: Group,
  budget: { yaml: number },
  isTop: boolean,
): HeaderField | undefined {
  if (!isTop || group.key !== 'metadata') return undefined;
  const keyLineEnd = lineEndAt(header, group.start);
  const after = header.slice(group.start + group.keyLine.afterColon, keyLineEnd);
  if (trimBlanks(after) !== '' || keyLineEnd >= group.end) return undefined;
  const groups = groupLines(header, keyLineEnd + 1, group.end, true);
  if (groups.length === 0) return undefined;
  const children = groups.map((child) => fieldOf(header, child, budget, false));
  const range = valueRange(header, group);
  return { ...placeOf(header, group), ...range, value: null, children };
}

/** The text as it stands, up to a comment line. */
function rawField(header: string, group: Group): HeaderField {
  const comment = header.slice(group.start, group.end).search(/\n[ \t]*#/);
  const end = comment < 0 ? group.end : group.start + comment;
  const range = valueRange(header, { ...group, end });
  const text = joinLines(header.slice(range.start, range.end));
  return {
    ...placeOf(header, group),
    ...range,
    value: text === '' ? null : unwrapQuotes(text),
    isRaw: true,
  };
}

/** `"C:\Users"` is no YAML, but the quotes are clearly not part of the text. */
function unwrapQuotes(text: string): string {
  const inner = text.slice(1, -1);
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') && !inner.includes('"')
    ? inner
    : text;
}

function valueRange(header: string, group: Group): { start: number; end: number } {
  const afterColon = group.start + group.keyLine.afterColon;
  let start = afterColon;
  while (start < group.end && isBlankOrLineEnd(header.charCodeAt(start))) start++;
  let end = group.end;
  while (end > start && isBlankOrLineEnd(header.charCodeAt(end - 1))) end--;
  return end > start ? { start, end } : { start: afterColon, end: afterColon };
}

function isBlankOrLineEnd(code: number): boolean {
  return isBlank(code) || code === 0x0a;
}

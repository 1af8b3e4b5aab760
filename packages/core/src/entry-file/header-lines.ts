import { isBlank, trimBlanks } from './simple-value.js';

/** One line of a header that has the shape `key: value`. */
export interface KeyLine {
  readonly key: string;
  /** How many characters indent it. */
  readonly indent: number;
  /** Where the text after the colon begins, counted from the start of the line. */
  readonly afterColon: number;
}

const knownKeys = new Set(['name', 'description', 'type', 'metadata']);
const keyShape = /^[\p{L}\p{N}_$][^"'#{}[\],]*$/u;
const keyLengthLimit = 64;
const keyWordLimit = 3;

/** Undefined when the line is no `key: value`. The known keys need no blank after the colon. */
export function readKeyLine(line: string): KeyLine | undefined {
  const indent = indentOf(line);
  const colon = keyColon(line, indent);
  if (colon < 0) return undefined;
  const spelled = trimBlanks(line.slice(indent, colon));
  const key = unquoteKey(spelled);
  return key === undefined ? undefined : { key, indent, afterColon: colon + 1 };
}

export function isKnownKey(key: string): boolean {
  return knownKeys.has(key);
}

export function indentOf(line: string): number {
  let indent = 0;
  while (isBlank(line.charCodeAt(indent))) indent++;
  return indent;
}

function keyColon(line: string, indent: number): number {
  const limit = indent + keyLengthLimit;
  for (let colon = line.indexOf(':', indent); colon >= 0 && colon < limit; ) {
    if (colon + 1 === line.length || isBlank(line.charCodeAt(colon + 1))) return colon;
    if (knownKeys.has(line.slice(indent, colon))) return colon;
    colon = line.indexOf(':', colon + 1);
  }
  return -1;
}

function unquoteKey(spelled: string): string | undefined {
  const quote = spelled[0];
  if (quote === '"' || quote === "'") {
    const inner = spelled.slice(1, -1);
    const closed = spelled.length > 1 && spelled.endsWith(quote);
    return closed && !inner.includes(quote) && !inner.includes('\\') ? inner : undefined;
  }
  if (!keyShape.test(spelled)) return undefined;
  return spelled.split(/[ \t]+/, keyWordLimit + 1).length > keyWordLimit ? undefined : spelled;
}

/** True for lines that say nothing: blank ones, comments, and the marks of a merge conflict. */
export function isInsignificantLine(line: string): boolean {
  const text = trimBlanks(line);
  return text === '' || text.startsWith('#') || isConflictMarker(line);
}

const conflictMarker = /^(?:<{7}|>{7}|\|{7})(?: |$)|^={7}$/;

export function isConflictMarker(line: string): boolean {
  return conflictMarker.test(line);
}

/** True when one of the keys that every memory has, in any case, stands unindented in the header. */
export function hasKnownKey(header: string): boolean {
  return header.split('\n').some((line) => {
    const keyLine = readKeyLine(line);
    return (
      keyLine !== undefined && keyLine.indent === 0 && knownKeys.has(keyLine.key.toLowerCase())
    );
  });
}

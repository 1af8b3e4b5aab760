import { isNullWord } from './header-value.js';

// Letters and digits of any script; every sign that means something at the start of a YAML value
// is left to the full reader.
const plainStart = /^[\p{L}\p{N}_(/（「『《【“]/u;
const doubleQuoted = /^"(?:[^"\\]|\\["\\])*"$/;
const singleQuoted = /^'[^']*'$/;

/**
 * Reads a value of one line where all YAML readers agree about it: plain text without signs that
 * need thought, or a simple quoted one. Undefined for everything else. The text holds no control
 * characters (see `hasSpecialCharacters`) and no blanks around it.
 */
export function readSimpleValue(text: string): string | null | undefined {
  if (isNullWord(text)) return null;
  const first = text.charCodeAt(0);
  if (first === 0x22) return doubleQuoted.test(text) ? unescapeSimple(text) : undefined;
  if (first === 0x27) return singleQuoted.test(text) ? text.slice(1, -1) : undefined;
  if (!plainStart.test(text)) return undefined;
  if (text.includes(': ') || text.includes(' #') || text.endsWith(':')) return undefined;
  return text;
}

function unescapeSimple(text: string): string {
  const inner = text.slice(1, -1);
  return inner.includes('\\') ? inner.replace(/\\(.)/g, '$1') : inner;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const special = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/;

/** True when the text holds tabs, other control characters, or signs some take for line ends. */
export function hasSpecialCharacters(text: string): boolean {
  return special.test(text);
}

/** Cuts blanks and tabs, and nothing else, off both ends. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

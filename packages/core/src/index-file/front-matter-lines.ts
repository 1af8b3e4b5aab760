import type { RawLine } from './lines.js';

/**
 * How many lines the header takes, its fences included. A pair of rules is only taken for one when
 * a key follows the first: an index may well begin with a rule.
 */
export function frontMatterLines(lines: readonly RawLine[]): number {
  if (lines[0]?.text.trim() !== '---') return 0; // trim() takes a byte order mark off
  const key = lines.findIndex((line, position) => position > 0 && line.text.trim() !== '');
  if (key === -1 || !/^[\w.-]+[ \t]*:(?:\s|$)/.test(lines[key]!.text)) return 0;
  const end = lines.findIndex((line, position) => position > 0 && line.text.trimEnd() === '---');
  return end === -1 ? 0 : end + 1;
}

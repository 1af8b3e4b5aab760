import { MemoryError } from '@mem/core';
import type { LocalTime } from './local-time.js';

/** A log is read whole, and by models: what is longer belongs into a file of its own. */
const maxBytes = 16 * 1024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what ends lines
const lineEnd = /\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const control = /[\u0000-\u0008\u000e-\u001f\u007f]/g;

/**
 * One bullet, whole lines. Further lines of the text are indented, so that nothing in it can begin
 * a bullet or a heading of its own.
 *
 * @throws MemoryError INVALID_ENTRY for an empty text, LIMIT for one of more than 16 KiB
 */
export function renderBullet(text: string, { time, offset }: LocalTime): string {
  const lines = cleanLines(text);
  if (lines.length === 0) {
    throw new MemoryError('INVALID_ENTRY', 'A log entry needs a text; this one is empty.');
  }
  const [first, ...others] = lines;
  const bullet = `- ${time}${offset} ${[first, ...others.map(indent)].join('\n')}\n`;
  const size = new TextEncoder().encode(bullet).length;
  if (size > maxBytes) {
    throw new MemoryError(
      'LIMIT',
      `A log entry has at most ${maxBytes} bytes, this one ${size}. Keep it in a file and log where that is.`,
    );
  }
  return bullet;
}

/** Without blank lines at the ends, blanks before the first line, and after each line. */
function cleanLines(text: string): string[] {
  const lines = text
    .toWellFormed()
    .split(lineEnd)
    .map((line) => line.replace(control, ' ').trimEnd());
  const first = lines.findIndex((line) => line !== '');
  if (first === -1) return [];
  const last = lines.findLastIndex((line) => line !== '');
  const [start = '', ...others] = lines.slice(first, last + 1);
  return [start.trimStart(), ...others];
}

function indent(line: string): string {
  return line === '' ? '' : `  ${line}`;
}

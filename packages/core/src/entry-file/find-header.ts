import type { EntryText, HeaderSource } from './entry-source.js';
import { hasKnownKey } from './header-lines.js';
import { originalOffset, toLineFeeds } from './line-ends.js';
import { endBeforeProse, endOfOpenHeader, readHeader } from './read-header.js';
import { splitEntryText } from './split-entry-text.js';

type Found = Pick<EntryText, 'bodyStart' | 'header' | 'language'>;

/**
 * Where the header of the text ends, and what it says. Without one, the body begins at 0. Blanks
 * and blank lines may stand before a header that has a key every memory has.
 */
export function findHeader(text: string): Found {
  const blanks = /^[ \t\r\n]*/.exec(text)![0].length;
  if (blanks === 0) return headerAtTop(text);
  const { header, bodyStart } = headerAtTop(text.slice(blanks));
  if (header === undefined || !hasKnownKey(header.text)) return { bodyStart: 0 };
  return { bodyStart: blanks + bodyStart, header: { ...header, start: blanks + header.start } };
}

function headerAtTop(text: string): Found {
  const parts = splitEntryText(text);
  if (parts.kind === 'plain') return { bodyStart: 0 };
  if (parts.kind === 'language') return { bodyStart: 0, language: parts.language };
  const end = parts.kind === 'open' ? text.length : parts.headerEnd;
  const original = text.slice(parts.headerStart, end);
  const normal = toLineFeeds(original);
  const place = { start: parts.headerStart, original, text: normal };
  if (parts.kind === 'open') return foundOpen(place, endOfOpenHeader(normal));
  const reading = readHeader(normal);
  if (reading === undefined) return { bodyStart: 0 };
  // A header that was never closed seems to end at the first rule of the body.
  const proseStart = reading.fault === undefined ? undefined : endBeforeProse(normal);
  if (proseStart !== undefined) return foundOpen(place, proseStart);
  return { bodyStart: parts.bodyStart, header: { ...reading, ...place, isClosed: true } };
}

/** @param end where the header ends, counted in its own text; undefined when it is none */
function foundOpen(
  { start, original, text }: Pick<HeaderSource, 'start' | 'original' | 'text'>,
  end: number | undefined,
): Found {
  if (end === undefined) return { bodyStart: 0 };
  const header = text.slice(0, end);
  const cut = originalOffset(original, end);
  const reading = readHeader(header) ?? { fields: [] };
  const place = { start, original: original.slice(0, cut), text: header, isClosed: false };
  return { bodyStart: start + cut, header: { ...reading, ...place } };
}

const fenceLike = /^[\s\p{Cf}]*---(?:-*[ \t]+(?:[\w+-]+[ \t]*)?|[\w+-]+[ \t]*)?[\r\n]/u;

/**
 * True when a text that has no header begins with what a person would still take for one: a fence
 * or nearly one, maybe behind invisible signs, and a key of a memory before the first blank line.
 */
export function seemsToOpenHeader(text: string): boolean {
  const fence = fenceLike.exec(text)?.[0];
  if (fence === undefined) return false;
  const lines = toLineFeeds(text.slice(fence.length)).split('\n');
  const end = lines.findIndex((line) => line.trim() === '');
  const block = end < 0 ? lines : lines.slice(0, end);
  return hasKnownKey(block.map((line) => line.trimStart()).join('\n'));
}

/** True when a second header follows the first one, as some tools leave behind. */
export function opensSecondHeader(text: string, bodyStart: number): boolean {
  let position = bodyStart;
  while (text.charCodeAt(position) <= 0x20) position++;
  if (position > bodyStart && !/[\r\n]/.test(text[position - 1] ?? '')) return false;
  if (!text.startsWith('---', position)) return false;
  const rest = text.slice(position);
  const parts = splitEntryText(rest);
  if (parts.kind !== 'fenced') return false;
  const second = toLineFeeds(rest.slice(parts.headerStart, parts.headerEnd));
  return hasKnownKey(second) && endBeforeProse(second) === undefined;
}

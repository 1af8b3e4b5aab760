import { stemOf } from '../storage-path.js';
import { writeLinkTarget } from './link-target.js';

/** Longest line that is written, in UTF-16 units (so never more in code points), bullet included. */
export const maxLineLength = 150;

/** A hook shorter than this says nothing and is left out where there is no room for more. */
const minHookLength = 12;

export interface LineEntry {
  readonly path: string;
  readonly name: string;
  readonly description?: string | undefined;
}

/**
 * The line of an entry, without a line end: `- [name](path) — description`. Whatever name and
 * description hold, it is one line with one link that reads back to the path. It has at most
 * `maxLineLength` characters unless the path alone needs more: the description is cut first, at a
 * word, with `…`, then the name.
 *
 * @param bullet what comes before the link, blanks included
 */
export function renderIndexLine(entry: LineEntry, bullet = '- '): string {
  const prefix = /\s$/.test(bullet) || bullet === '' ? bullet : `${bullet} `;
  const target = writeLinkTarget(entry.path);
  const room = maxLineLength - prefix.length - target.length - '[]()'.length;
  const title = oneLine(entry.name) || oneLine(stemOf(entry.path)) || '…';
  const line = `${prefix}[${fitted(title, Math.max(room, 1), escapeTitle)}](${target})`;
  const hook = renderHook(entry.description, maxLineLength - line.length - ' — '.length);
  return hook === '' ? line : `${line} — ${hook}`;
}

/** The description as the hook of a line that has room for so many characters. */
export function renderHook(description: string | undefined, room: number): string {
  const text = oneLine(description ?? '');
  if (text === '') return '';
  const whole = escapeHook(text);
  if (whole.length <= room) return whole;
  return room < minHookLength ? '' : fitted(text, room, escapeHook);
}

/** A name as the text of a link, whole. */
export function renderTitle(name: string): string {
  return escapeTitle(oneLine(name) || '…');
}

/** Line breaks, control characters and runs of blanks as one blank; nothing that nobody sees. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
}

/**
 * Brackets become character references rather than backslash escapes: readers that look for links
 * with a simple pattern do not know escapes.
 */
function escapeTitle(text: string): string {
  return escapeHtml(text)
    .replace(/[`*]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replaceAll('[', '&#91;')
    .replaceAll(']', '&#93;');
}

function escapeHook(text: string): string {
  return escapeHtml(text).replace(/\](?=[([])/g, ']\\');
}

/** Keeps backslashes as they are, and tags, comments and character references from being any. */
function escapeHtml(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/&(?=#?\w{1,31};)/g, '\\&')
    .replace(/<(?=[A-Za-z/?])/g, '\\<')
    .replaceAll('<!', '\\<\\!')
    .replaceAll('-->', '--\\>');
}

/** The text, escaped, or its longest start that fits with `…` after it, at a word where one is near. */
function fitted(text: string, room: number, escaped: (text: string) => string): string {
  const whole = text.length > room ? undefined : escaped(text);
  if (whole !== undefined && whole.length <= room) return whole;
  let end = Math.min(text.length, room);
  while (end > 0 && escaped(`${text.slice(0, end)}…`).length > room) end--;
  return escaped(`${text.slice(0, cutPosition(text, end)).trimEnd()}…`);
}

/** At most `end`, where no word or character is cut if that costs no more than a third. */
function cutPosition(text: string, end: number): number {
  const word = /\s/.test(text[end] ?? '') ? end : text.lastIndexOf(' ', end);
  if (word > 0 && word * 3 >= end * 2) return word;
  const character = characterStart(text, end);
  return character > 0 ? character : wholeCodePoints(text, end);
}

function characterStart(text: string, end: number): number {
  let at = wholeCodePoints(text, end);
  while (at > 0 && joins(text, at)) at = wholeCodePoints(text, at - 1);
  return at;
}

function wholeCodePoints(text: string, end: number): number {
  return /[\udc00-\udfff]/.test(text[end] ?? '') && end > 0 ? end - 1 : end;
}

/** True when what begins at `at` belongs to the character before it. */
function joins(text: string, at: number): boolean {
  const next = String.fromCodePoint(text.codePointAt(at) ?? 0x20);
  return /[\p{M}\p{Emoji_Modifier}\u200d]/u.test(next) || text[at - 1] === '\u200d';
}

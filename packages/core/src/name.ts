import { MemoryError } from './errors.js';
import { foldName } from './fold.js';
import { sha256 } from './sha256.js';

/** Longest name, in code points. */
export const maxNameLength = 300;

/** Longest file stem that is made from a name, in UTF-8 bytes, its hash included. */
const maxStemBytes = 120;

/**
 * Refuses names that no entry can have: empty or invisible ones, `.` and `..`, and those that hold
 * control characters, line breaks, direction overrides or broken Unicode, or are too long. Everything
 * else is a name, slashes, colons and brackets included: it is stored as given.
 *
 * @throws MemoryError INVALID_ENTRY
 */
export function checkName(name: string): void {
  const fault = faultOf(name);
  if (fault === undefined) return;
  throw new MemoryError(
    'INVALID_ENTRY',
    `${shown(name)} cannot be the name of an entry: ${fault}.`,
  );
}

function faultOf(name: string): string | undefined {
  if (name === '') return 'it is empty; give it a few words';
  if (!name.isWellFormed()) return 'it is not well-formed Unicode';
  const breaking = /[\p{Cc}\u2028\u2029]/u.exec(name);
  if (breaking)
    return `it holds ${codeOf(breaking[0])}, a control character or line break; leave it out`;
  // Marks that only hint a direction (U+200E, U+200F, U+061C) are usual in Arabic and Hebrew.
  const override = /[\u202a-\u202e\u2066-\u2069]/.exec(name);
  if (override)
    return `it holds ${codeOf(override[0])}, which reorders the text around it; leave it out`;
  if (!/[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u.test(name)) return 'it holds only blanks';
  if (name === '.' || name === '..') return 'it stands for a folder';
  if (longerThan(name, maxNameLength)) return `it is longer than ${maxNameLength} characters`;
  return undefined;
}

function longerThan(name: string, limit: number): boolean {
  if (name.length <= limit) return false;
  return name.length > limit * 2 || [...name].length > limit;
}

function shown(name: string): string {
  const start = name.length > 60 ? `${name.slice(0, 60).toWellFormed()}…` : name;
  return JSON.stringify(start).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, codeOf);
}

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * A file name for a new entry: the name's letters, marks and digits of any script in lower case,
 * `-` and `_`, and one `_` for every other run; never that of a device, of the index, or of a file
 * already there (without regard to case, `-`, `_` and blanks). A stem that is empty, cut or taken
 * gets ten hex digits of the name's SHA-256. Always one name without a folder.
 *
 * @param taken names (or paths) of the files that are there
 */
export function fileNameFor(name: string, taken: Iterable<string>): string {
  const names = Array.from(taken, (file) => file.slice(file.lastIndexOf('/') + 1));
  const stem = stemFor(name);
  const cut = cutStem(stem, maxStemBytes);
  if (cut === stem && isFree(stem, names)) return `${stem}.md`;
  for (let attempt = 0; ; attempt++) {
    const hash = sha256(attempt === 0 ? name : `${name}\n${attempt}`).slice(0, 10);
    const hashed = `${cutStem(stem, maxStemBytes - 11) || 'entry'}-${hash}`;
    if (isFree(hashed, names)) return `${hashed}.md`;
  }
}

function stemFor(name: string): string {
  const text = name.normalize('NFC').toLowerCase();
  const readable = text
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    // Marks go with the sign they stand on: alone they would be invisible.
    .replace(/[^\p{L}\p{M}\p{N}_-][^\p{L}\p{N}_-]*/gu, '_')
    .replace(/(^|[_-])\p{M}+/gu, '$1');
  // Once more, for letters and marks that now stand side by side.
  return trimStem(readable.normalize('NFC'));
}

function trimStem(stem: string): string {
  let start = 0;
  let end = stem.length;
  while (start < end && isJoin(stem[start]!)) start++;
  while (end > start && isJoin(stem[end - 1]!)) end--;
  return stem.slice(start, end);
}

function isJoin(character: string): boolean {
  return character === '_' || character === '-';
}

/** The longest start of whole characters, with the marks that belong to them, within the limit. */
function cutStem(stem: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  let start = 0;
  for (const character of stem) {
    if (!/\p{M}/u.test(character)) end = start;
    bytes += utf8Length(character);
    if (bytes > maxBytes) return trimStem(end > 0 ? stem.slice(0, end) : stem.slice(0, start));
    start += character.length;
  }
  return stem;
}

function utf8Length(character: string): number {
  const code = character.codePointAt(0)!;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
}

function isFree(stem: string, names: readonly string[]): boolean {
  if (stem === '' || isReserved(stem)) return false;
  const folded = foldName(stem);
  return !names.some((name) => !differs(name, folded) && folded === foldedStem(name));
}

function foldedStem(name: string): string {
  return foldName(name.replace(/\.md$/i, ''));
}

/**
 * True when a folded name cannot be that of the file, which the first letters tell nearly always:
 * there may be ten thousand files, and folding all of them takes longer than the save.
 */
function differs(name: string, folded: string): boolean {
  let at = 0;
  for (let next = 0; next < folded.length; next++) {
    const wanted = folded.charCodeAt(next);
    if (wanted === underscore && isPlainJoin(name.charCodeAt(at))) {
      while (isPlainJoin(name.charCodeAt(at))) at++;
      continue;
    }
    const letter = name.charCodeAt(at++) | 0x20;
    if (!isLetterOrDigit(letter) || !isLetterOrDigit(wanted)) return false;
    if (letter !== wanted) return true;
  }
  return false;
}

const underscore = 0x5f;

function isPlainJoin(unit: number): boolean {
  return unit === underscore || unit === 0x2d || unit === 0x20;
}

/** Of ASCII, in lower case. */
function isLetterOrDigit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}

/** Devices of Windows, which every path ending names there, and the index on disks that fold case. */
function isReserved(stem: string): boolean {
  return /^(con|prn|aux|nul|(com|lpt)[0-9¹²³]|memory)$/.test(foldName(stem));
}

import { StitchedText } from './stitched-text.js';

const word = 'A-Za-z0-9_+/=.:~-';
const partOfWord = new RegExp(`[${word}]`);
const head = new RegExp(`^[ \\t]*(?:[>|#*]{1,3}[ \\t]+)?([${word}]{1,400})`);
/** A secret that is broken by a line end is at least so long. */
const shortest = 20;
const mostLines = 40;

/**
 * Words that may be one, broken by line ends: as YAML folds long values, as mail programs wrap. Each
 * is the last word of a line with the first of the next, and on while that is all the line holds.
 * Takes time in proportion to the text.
 */
export function* wrappedWords(text: string): Iterable<StitchedText> {
  if (!text.includes('\n')) return;
  const lines = linesOf(text);
  for (let at = 0; at + 1 < lines.length; at++) {
    const first = lines[at];
    // The middle of a word that an earlier line began was looked at with that line.
    if (first === undefined || (at > 0 && isContinuation(lines, at))) continue;
    const stitched = stitch(lines, at);
    if (stitched && stitched.length >= shortest) yield stitched;
  }
}

interface Line {
  readonly start: number;
  /** Without its end, blanks before that, and a backslash that joins it with the next. */
  readonly text: string;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('\n', start);
    const stop = end < 0 ? text.length : end;
    lines.push({ start, text: text.slice(start, stop).trimEnd().replace(/\\$/, '') });
    start = stop + 1;
  }
  return lines;
}

/** The line is one word, and so may be the one before: then this is not where a word begins. */
function isContinuation(lines: readonly Line[], at: number): boolean {
  return isOneWord(lines[at]) && lastWord(lines[at - 1]) !== undefined && at % mostLines !== 0;
}

function isOneWord(line: Line | undefined): boolean {
  const found = line && head.exec(line.text);
  return !!found && found[0].length === line.text.length;
}

function lastWord(line: Line | undefined): string | undefined {
  const text = line?.text ?? '';
  // From behind: a pattern would try every place of the line.
  let start = text.length;
  while (start > 0 && text.length - start < 400 && partOfWord.test(text[start - 1] ?? '')) start--;
  return start < text.length ? text.slice(start) : undefined;
}

function stitch(lines: readonly Line[], at: number): StitchedText | undefined {
  const first = lines[at];
  const begin = lastWord(first);
  if (!first || begin === undefined) return undefined;
  const stitched = new StitchedText();
  stitched.add(begin, first.start + first.text.length - begin.length);
  for (let next = at + 1; next < lines.length && next <= at + mostLines; next++) {
    const line = lines[next];
    const found = line && head.exec(line.text);
    if (!line || !found?.[1]) break;
    stitched.add(found[1], line.start + found[0].length - found[1].length);
    if (!isOneWord(line)) break;
  }
  return stitched;
}

/** A line without its end, the end as it is in the file (`''` for a last line without one), and where it starts. */
export interface RawLine {
  readonly text: string;
  readonly end: string;
  readonly start: number;
}

export const byteOrderMark = '\uFEFF';

/** The lines of a text; joining each `text + end` gives the text back. Empty text has no lines. */
export function splitLines(text: string): RawLine[] {
  const lines: RawLine[] = [];
  const ends = /\r\n|\n|\r/g;
  let start = 0;
  for (let match = ends.exec(text); match; match = ends.exec(text)) {
    lines.push({ text: text.slice(start, match.index), end: match[0], start });
    start = match.index + match[0].length;
  }
  if (start < text.length) lines.push({ text: text.slice(start), end: '', start });
  return lines;
}

/** The line end that most lines of the text have; `\n` where there is none. */
export function usualLineEnd(lines: readonly { readonly end: string }[]): string {
  const counts = new Map<string, number>();
  for (const { end } of lines) if (end) counts.set(end, (counts.get(end) ?? 0) + 1);
  let usual = '\n';
  for (const [end, count] of counts) if (count > (counts.get(usual) ?? 0)) usual = end;
  return usual;
}

/** True for text without anything to read: blanks, line ends, a byte order mark. */
export function isBlank(text: string): boolean {
  return text.trim() === ''; // trim() counts the byte order mark as a blank
}

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with the ranges replaced; ranges do not overlap, their order does not matter. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  const parts: string[] = [];
  let position = 0;
  for (const edit of sorted) {
    parts.push(text.slice(position, edit.start), edit.text);
    position = edit.end;
  }
  parts.push(text.slice(position));
  return parts.join('');
}

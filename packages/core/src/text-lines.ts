/** One line of a text, and the line end behind it: empty at the end of a text without one. */
export interface TextLine {
  readonly text: string;
  readonly end: string;
}

/** The lines of a text; together they are the text again. None for an empty one. */
export function linesOf(text: string): TextLine[] {
  const lines: TextLine[] = [];
  const ends = /\r\n|\n|\r/g;
  let start = 0;
  for (let match = ends.exec(text); match !== null; match = ends.exec(text)) {
    lines.push({ text: text.slice(start, match.index), end: match[0] });
    start = ends.lastIndex;
  }
  if (start < text.length) lines.push({ text: text.slice(start), end: '' });
  return lines;
}

export function joinLines(lines: readonly TextLine[]): string {
  return lines.map(({ text, end }) => text + end).join('');
}

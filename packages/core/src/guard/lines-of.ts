/** One line of a text, without its end. */
export interface TextLine {
  readonly start: number;
  readonly text: string;
}

export function* linesOf(text: string): Iterable<TextLine> {
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('\n', start);
    const stop = end < 0 ? text.length : end;
    const cut = end > start && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop;
    yield { start, text: text.slice(start, cut) };
    start = stop + 1;
  }
}

/** Rows of at least so many lines that the judge takes, blank ones in between allowed. */
export function* rowsOf(
  text: string,
  least: number,
  judge: (line: string) => boolean,
): Iterable<{ readonly start: number; readonly end: number }> {
  let row: { start: number; end: number; count: number } | undefined;
  for (const line of linesOf(text)) {
    if (line.text.trim() === '') continue;
    if (judge(line.text)) {
      row ??= { start: line.start, end: 0, count: 0 };
      row.end = line.start + line.text.length;
      row.count++;
      continue;
    }
    if (row && row.count >= least) yield row;
    row = undefined;
  }
  if (row && row.count >= least) yield row;
}

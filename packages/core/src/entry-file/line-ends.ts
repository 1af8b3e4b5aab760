export type LineEnd = '\n' | '\r\n' | '\r';

/** The first line end of the text; `\n` when it has none. */
export function lineEndOf(text: string): LineEnd {
  const lineFeed = text.indexOf('\n');
  const carriageReturn = text.indexOf('\r');
  if (carriageReturn < 0 || (lineFeed >= 0 && lineFeed < carriageReturn)) return '\n';
  return lineFeed === carriageReturn + 1 ? '\r\n' : '\r';
}

/** Every `\r\n` and `\r` as `\n`. */
export function toLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n|\r/g, '\n') : text;
}

/** Every `\r\n` and `\n` as the given line end. */
export function withLineEnds(text: string, eol: LineEnd): string {
  const normal = text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
  return eol === '\n' ? normal : normal.replaceAll('\n', eol);
}

/** Where an offset of `toLineFeeds(text)` stands in `text`. */
export function originalOffset(text: string, offset: number): number {
  if (!text.includes('\r\n')) return offset;
  let position = 0;
  for (let seen = 0; seen < offset; seen++) {
    position += text.startsWith('\r\n', position) ? 2 : 1;
  }
  return position;
}

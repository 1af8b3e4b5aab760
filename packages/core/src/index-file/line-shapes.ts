// How single lines of Markdown look. A `body` is a line without the blanks before its first sign.

export interface Fence {
  readonly mark: '`' | '~';
  readonly length: number;
  /** What follows the marks, trimmed. */
  readonly info: string;
}

/** The marks that open (or, without `info`, may close) a code block. */
export function fenceOf(body: string): Fence | undefined {
  const mark = body[0];
  if (mark !== '`' && mark !== '~') return undefined;
  let length = 1;
  while (body[length] === mark) length++;
  const info = body.slice(length).trim();
  if (length < 3 || (mark === '`' && info.includes('`'))) return undefined;
  return { mark, length, info };
}

export function isHeading(body: string): boolean {
  return /^#{1,6}(?:[ \t]|$)/.test(body);
}

/** `---`, `* * *` and the like. */
export function isRule(body: string): boolean {
  const mark = body[0];
  if (mark !== '-' && mark !== '*' && mark !== '_') return false;
  let count = 0;
  for (const sign of body) {
    if (sign === mark) count++;
    else if (sign !== ' ' && sign !== '\t') return false;
  }
  return count >= 3;
}

/** The line below a paragraph that makes it a heading. */
export function isUnderline(body: string): boolean {
  return /^(?:=+|-+)$/.test(body.trimEnd());
}

/**
 * Bullet or number of a list item, with the blanks after it (and `[ ]` is not part of it). `•` is no
 * bullet of Markdown, but one in people's indexes.
 */
export function markerOf(body: string): string | undefined {
  return /^(?:[-+*•]|\d{1,9}[.)])(?:[ \t]+|$)/.exec(body)?.[0];
}

/** The line between a table's head and its rows. */
export function isDelimiterRow(text: string): boolean {
  const row = text.trim();
  if (!row.includes('|') || !row.includes('-')) return false;
  const cells = row.replace(/^\|/, '').replace(/\|$/, '').split('|');
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim()));
}

/** `[label]: target`, but no footnote. */
export function opensDefinition(body: string): boolean {
  return /^\[(?!\^)[^[\]]{1,999}\]:[ \t]*\S/.test(body);
}

/** Width of the first `length` signs of a line, tabs counted to the next stop of four. */
export function columnsOf(text: string, length: number): number {
  let columns = 0;
  for (let position = 0; position < length; position++) {
    const sign = text[position];
    if (sign === '\t') columns += 4 - (columns % 4);
    else if (sign !== '\uFEFF') columns++;
  }
  return columns;
}

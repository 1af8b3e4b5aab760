import { toLineFeeds } from './line-ends.js';

/**
 * The text of a body as it was saved: without the blank lines before it and the line ends after
 * it, which belong to the file, and with every line end as `\n`.
 */
export function bodyText(body: string): string {
  return toLineFeeds(trimBody(body));
}

/** The same with the line ends of the file; empty when there is nothing but blanks. */
export function trimBody(body: string): string {
  const start = leadingBlankLines(body);
  let end = body.length;
  while (end > start && isLineEnd(body.charCodeAt(end - 1))) end--;
  const text = body.slice(start, end);
  return text.trim() === '' ? '' : text;
}

/** Where the first line begins that is not blank. */
export function leadingBlankLines(body: string): number {
  let lineStart = 0;
  for (let index = 0; index < body.length; index++) {
    const code = body.charCodeAt(index);
    if (isLineEnd(code)) lineStart = index + 1;
    else if (code !== 0x20 && code !== 0x09) break;
  }
  return lineStart;
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

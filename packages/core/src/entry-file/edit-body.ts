import { type LineEnd, lineEndOf, toLineFeeds, withLineEnds } from './line-ends.js';

/**
 * The old body with its text replaced. What stays: the blank lines before the text, the line ends, and whether there is a final one. A body without a final
 * line end is left without only when neither the old nor the new text has one.
 *
 * @param eol the file's line end, for a body that has none of its own
 * @param gap what comes before the text where the old body has none
 */
export function replaceBody(old: string, text: string, eol: LineEnd, gap: string): string {
  if (sameBody(old, text)) return old;
  const core = coreOf(text);
  if (core === '') return '';
  const ownEnd = /[\r\n]/.test(old) ? lineEndOf(old) : eol;
  const isEmpty = coreOf(old) === '';
  const before = isEmpty ? gap : old.slice(0, leadingBlankLines(old));
  const endsLine = isEmpty || /[\r\n]$/.test(old) || /[\r\n]$/.test(text);
  return `${before}${withLineEnds(core, ownEnd)}${endsLine ? ownEnd : ''}`;
}

/** Equal but for blank lines around and the spelling of line ends. */
export function sameBody(one: string, other: string): boolean {
  return one === other || toLineFeeds(coreOf(one)) === toLineFeeds(coreOf(other));
}

/** The body without blank lines before its text and line ends after it. */
function coreOf(body: string): string {
  const start = leadingBlankLines(body);
  let end = body.length;
  while (end > start && isLineEnd(body.charCodeAt(end - 1))) end--;
  const core = body.slice(start, end);
  return core.trim() === '' ? '' : core;
}

function leadingBlankLines(body: string): number {
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

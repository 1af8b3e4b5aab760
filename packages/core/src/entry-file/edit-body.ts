import { bodyText, leadingBlankLines, trimBody } from './body-text.js';
import { type LineEnd, lineEndOf, withLineEnds } from './line-ends.js';

/**
 * The old body with its text replaced. What stays: the blank lines before the text, the line ends,
 * and whether there is a final one. A body without a final line end is left without only when
 * neither the old nor the new text has one.
 *
 * @param eol the file's line end, for a body that has none of its own
 * @param gap what comes before the text where the old body has none
 */
export function replaceBody(old: string, text: string, eol: LineEnd, gap: string): string {
  if (sameBody(old, text)) return old;
  const core = trimBody(text);
  if (core === '') return '';
  const ownEnd = /[\r\n]/.test(old) ? lineEndOf(old) : eol;
  const isEmpty = trimBody(old) === '';
  const before = isEmpty ? gap : old.slice(0, leadingBlankLines(old));
  const endsLine = isEmpty || /[\r\n]$/.test(old) || /[\r\n]$/.test(text);
  return `${before}${withLineEnds(core, ownEnd)}${endsLine ? ownEnd : ''}`;
}

/** Equal but for blank lines around and the spelling of line ends. */
export function sameBody(one: string, other: string): boolean {
  return one === other || bodyText(one) === bodyText(other);
}

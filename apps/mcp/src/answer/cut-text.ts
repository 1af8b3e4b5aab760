import { estimateTokens } from '@mem/core';
import { maxAnswerTokens } from './limits.js';

/** The text up to the limit, ended with `…` where something is missing. One line stays one line. */
export function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, wholeCharacters(text, limit - 1))}…`;
}

/**
 * Where a piece of the text that begins at `start` has to end so that it fits: as JSON within
 * `chars`, and within the tokens of any answer. At a line end where one is near.
 */
export function endOfPiece(text: string, start: number, chars: number): number {
  let length = Math.min(chars, text.length - start);
  while (length > 1) {
    const piece = text.slice(start, start + length);
    const excess = Math.max(
      JSON.stringify(piece).length / chars,
      estimateTokens(piece) / maxAnswerTokens,
    );
    if (excess <= 1) break;
    length = Math.max(1, Math.min(length - 1, Math.floor(length / excess)));
  }
  const end = start + length;
  if (end >= text.length) return text.length;
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1;
  return lineEnd > start + length / 2 ? lineEnd : Math.max(start + 1, wholeCharacters(text, end));
}

/** Not between the two halves of one character. */
function wholeCharacters(text: string, end: number): number {
  const before = text.charCodeAt(end - 1);
  return before >= 0xd800 && before <= 0xdbff ? end - 1 : end;
}

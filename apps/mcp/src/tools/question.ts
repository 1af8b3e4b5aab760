import { visibleLine } from '@mem/core/internal';
import { shorten } from '../answer/cut-text.js';

/** One thing that a change brings, or replaces. */
export interface QuestionPart {
  readonly label: string;
  readonly text: string | undefined;
}

/**
 * What a person reads in the form. Each line of a given text begins with a sign, and holds nothing
 * that cannot be seen: no text can pass for the question, or hide what it holds.
 *
 * @param maxChars of all given texts together
 */
export function questionText(
  question: string,
  parts: readonly QuestionPart[],
  maxChars: number,
): string {
  let left = maxChars;
  const shown = givenParts(parts).map(({ label, text }) => {
    const piece = shorten(text, Math.max(1, left));
    left -= piece.length;
    return `${label}:\n${quoted(piece)}`;
  });
  return [visibleLine(question), ...shown].join('\n\n');
}

/** The parts that are there: a text that becomes empty is one of them. */
export function givenParts(parts: readonly QuestionPart[]): { label: string; text: string }[] {
  return parts.flatMap(({ label, text }) => (text === undefined ? [] : [{ label, text }]));
}

function quoted(text: string): string {
  if (text === '') return '> (empty)';
  const lines = text.split(/\r\n|[\r\n\u2028\u2029\u0085]/);
  while (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines.map((line) => `> ${visibleLine(line)}`).join('\n');
}

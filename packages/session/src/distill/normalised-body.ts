import { bodyText } from '@mem/core/internal';

/**
 * The body as far as it matters for whether two say the same: canonical Unicode, no blanks at line
 * ends, no blank lines. Empty when it says nothing.
 */
export function normalisedBody(body: string): string {
  return bodyText(body)
    .normalize('NFC')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

/** True when every line of `part` stands in `whole` too, in the same order. */
export function holdsLines(whole: string, part: string): boolean {
  const wanted = part.split('\n');
  let at = 0;
  for (const line of whole.split('\n')) if (line === wanted[at]) at++;
  return at === wanted.length;
}

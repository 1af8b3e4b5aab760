/**
 * Text of a memory as one line that does nothing on a screen: no line ends, no control sequences,
 * no characters that turn the direction of writing or that nobody sees.
 */
export function visibleLine(text: string): string {
  return visibleText(text.replace(/[\r\n\u0085\u2028\u2029]+/g, ' '));
}

/** Some scripts and pictures are written with them, and all they do is join or part neighbours. */
const joiners = new Set(['\u200c', '\u200d', '\t']);

/** As it stands, but with what is invisible spelled out. */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
      joiners.has(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
}

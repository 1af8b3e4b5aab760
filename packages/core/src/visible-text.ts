/**
 * Text of a memory as one line that does nothing on a screen: no line ends, no control sequences,
 * no characters that turn the direction of writing or that nobody sees.
 */
export function visibleLine(text: string): string {
  return visibleText(text.replace(/[\r\n\u0085\u2028\u2029]+/g, ' '));
}

/** As it stands, but with what is invisible spelled out. */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/**
 * Control characters but the tab, signs of direction, and whatever has no picture, which can carry a
 * text that only a model reads. Joiners stay: scripts and pictures are written with them. So do
 * selectors and blanks behind the signs that they are made for.
 */
export const unseen = new RegExp(
  [
    String.raw`(?![\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`,
    String.raw`[\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufe00-\ufe0d]`,
    String.raw`(?<!\p{Emoji})[\ufe0e\ufe0f]`,
    String.raw`(?<![\u1800-\u18af])[\u180b-\u180d\u180f]`,
    String.raw`(?<![\u2801-\u28ff])\u2800`,
    String.raw`(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]`,
  ].join('|'),
  'gu',
);

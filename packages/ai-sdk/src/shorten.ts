/** The text up to the limit, in UTF-16 units, ended with `…` where something is missing. */
export function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, wholeCharacters(text, limit - 1))}…`;
}

/** The same place, or one before it where it would part a character. */
export function wholeCharacters(text: string, end: number): number {
  const before = text.charCodeAt(end - 1);
  return before >= 0xd800 && before <= 0xdbff ? end - 1 : end;
}

/**
 * The form in which two names count as near: canonical Unicode (NFC), without regard to case, to
 * blanks at the ends, and to whether words are joined by `-`, `_` or blanks. Full-width letters stay
 * apart from narrow ones, as they do on every file system.
 */
export function foldName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is looked for
  const isAscii = /^[\u0000-\u007f]*$/.test(name);
  const folded = isAscii ? name.toLowerCase() : foldCase(name.normalize('NFC')).normalize('NFC');
  return folded.trim().replace(/[-_\s]+/g, '_');
}

/** By way of upper case, so that `ß` meets `SS` and both forms of the Greek sigma meet. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

// Text from memories is written by others. Escape sequences in it could recolour, retitle or
// overwrite a terminal, and direction marks could reorder what is read; so they are shown instead.

/** Control characters but tab and line feed; direction overrides and isolates. */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** For text of several lines on a terminal; CRLF counts as a plain line end. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(hidden, escaped);
}

/** For a name, a description, a message: whatever it holds, it stays on one line. */
export function oneLine(text: string): string {
  return text.replace(hidden, escaped).replaceAll('\n', '\\n').replaceAll('\t', ' ');
}

/** JSON that is also safe to show: what JSON leaves raw is escaped, with the same meaning. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(hidden, unicodeEscape);
}

function escaped(character: string): string {
  if (character === '\r') return '\\r';
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : unicodeEscape(character);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

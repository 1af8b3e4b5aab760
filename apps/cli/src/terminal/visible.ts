// Text from memories is written by others. Escape sequences in it could recolour, retitle or
// overwrite a terminal, direction marks could reorder what is read, and what nobody sees could speak
// to a model behind a person's back; so they are shown instead.

import { unseen } from '@mem/core/internal';

/** For text of several lines on a terminal; CRLF counts as a plain line end. */
export function visible(text: string): string {
  return replaced(text.replaceAll('\r\n', '\n'), escaped);
}

/** For a name, a description, a message: whatever it holds, it stays on one line. */
export function oneLine(text: string): string {
  return replaced(text, escaped).replaceAll('\n', '\\n').replaceAll('\t', ' ');
}

/** JSON that is also safe to show: what JSON leaves raw is escaped, with the same meaning. */
export function safeJson(value: unknown): string {
  return replaced(JSON.stringify(value, undefined, 2), unicodeEscape);
}

/** All that nobody sees but line feeds. */
function replaced(text: string, spell: (character: string) => string): string {
  return text.replace(unseen, (character) => (character === '\n' ? character : spell(character)));
}

function escaped(character: string): string {
  if (character === '\r') return '\\r';
  const code = character.charCodeAt(0);
  if (character.length > 1) return `\\u{${character.codePointAt(0)!.toString(16)}}`;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : unicodeEscape(character);
}

/** As JSON has it: both halves of what lies beyond the first plane. */
function unicodeEscape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

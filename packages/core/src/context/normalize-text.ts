/**
 * A body as it stands in a prompt: every line end (CRLF, CR, U+2028, U+2029, U+0085, vertical tab,
 * form feed) is `\n`; control characters other than tab are gone, and so are Unicode's tags, which
 * no person sees and a model reads, but in a flag; a lone surrogate is U+FFFD; blank lines before and
 * white space after are gone. All else stays as it is.
 */
export function normalizeBody(body: string): string {
  const lines = body.toWellFormed().replace(lineEnd, '\n').replace(control, '').replace(tags, '$1');
  return dropLeadingBlankLines(lines.trimEnd());
}

/** A name or type as it stands in a prompt: one line, without control characters around it. */
export function normalizeLabel(label: string): string {
  return normalizeBody(label).replaceAll('\n', ' ').trim();
}

/** The text from its first line that holds more than white space. */
export function dropLeadingBlankLines(text: string): string {
  const first = text.search(/\S/);
  return first < 0 ? '' : text.slice(text.lastIndexOf('\n', first) + 1);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const lineEnd = /\r\n|[\r\u2028\u2029\u0085\u000b\u000c]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;
/** The flags of England, Scotland and the like are spelled with them. */
const tags =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;

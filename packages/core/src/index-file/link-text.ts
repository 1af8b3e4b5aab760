const escapeOrEntity =
  /\\([!-/:-@[-`{-~])|&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Markdown's text as a reader sees it: backslash escapes and the usual character references undone. */
export function unescapeText(text: string): string {
  return text.replace(escapeOrEntity, (whole, sign, decimal, hex, name) => {
    if (sign !== undefined) return sign;
    if (name !== undefined) return entities[name]!;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : whole;
  });
}

/** The text of a link in one line, without emphasis around the whole of it, escapes undone. */
export function titleOf(written: string): string {
  let text = written.trim().replace(/\s+/g, ' ');
  for (const mark of ['**', '__', '*', '_', '`']) {
    const isWrapped = text.length > 2 * mark.length && text.startsWith(mark) && text.endsWith(mark);
    if (isWrapped && !text.endsWith(`\\${mark}`)) text = text.slice(mark.length, -mark.length);
  }
  return unescapeText(text);
}

/** Where the hook is in a text that begins right after its link: past emphasis and one separator. */
export function hookRange(after: string, isRow: boolean): { start: number; end: number } {
  const lead =
    /^[*_~`)\]]*(?:[.,;](?=\s))?\s*(?:(?:[—–―‒‐]+|-{1,3}>?(?=\s|$)|[=-]>|[→⇒:：·•|~～])\s*)?/u.exec(
      after,
    );
  let end = after.trimEnd().length;
  if (isRow && after[end - 1] === '|') end = after.slice(0, end - 1).trimEnd().length;
  return { start: Math.min(lead?.[0].length ?? 0, end), end };
}

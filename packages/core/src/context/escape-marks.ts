/**
 * Puts a backslash behind each `<` that opens a mark with a meaning beyond the body it stands in:
 * our own marks, tags that models take for a change of speaker, and HTML that would swallow what
 * comes after because its end is missing. `unescapeMarks` gives back the same text.
 */
export function escapeMarks(text: string): string {
  const ends = lastEnds(text);
  return text.replace(
    mark,
    (match: string, slashes: string, opening: string | undefined, at: number) => {
      const harmless = slashes === '' && opening !== undefined && at < endOf(ends, opening);
      return harmless ? match : `<\\${slashes}`;
    },
  );
}

/** The text that `escapeMarks` was given. */
export function unescapeMarks(text: string): string {
  return text.replace(mark, (match: string, slashes: string) =>
    slashes === '' ? match : `<${slashes.slice(1)}`,
  );
}

// Invisible characters are allowed inside; their number is bounded so that the time stays linear.
const gap = '[\\s\\p{Cf}]{0,4}';
const speaker = `${gap}/?${gap}(?:mem-|memory\\b|memories\\b|system|assistant\\b|human\\b)|\\|`;
/** HTML whose content reaches to an end mark of its own, over blank lines and headings. */
const swallowing = '!--|!\\[CDATA\\[|![a-z]|\\?|(?:script|pre|style|textarea)(?![a-z0-9-])';
const mark = new RegExp(`<(\\\\*)(?=(${swallowing})|${speaker})`, 'giu');

/** Where the last end mark of each kind begins. */
function lastEnds(text: string): Map<string, number> {
  const ends = new Map<string, number>();
  for (const end of ['-->', ']]>', '?>', '>']) ends.set(end, text.lastIndexOf(end));
  for (const match of text.matchAll(/<\/(script|pre|style|textarea)>/gi)) {
    ends.set(match[1]!.toLowerCase(), match.index);
  }
  return ends;
}

function endOf(ends: Map<string, number>, opening: string): number {
  const kind = opening.toLowerCase();
  if (kind === '!--') return ends.get('-->')!;
  if (kind === '![cdata[') return ends.get(']]>')!;
  if (kind === '?') return ends.get('?>')!;
  if (kind.startsWith('!')) return ends.get('>')!;
  return ends.get(kind) ?? -1;
}

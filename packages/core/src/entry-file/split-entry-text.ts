/** Where the parts of an entry's text stand, judged by its fence lines alone. */
export type EntryTextParts =
  /** The first line is no fence. */
  | { readonly kind: 'plain' }
  /** A first line like `---js`: it names a language, which other programs may run. */
  | { readonly kind: 'language'; readonly language: string }
  /** A fence opens and none closes. */
  | { readonly kind: 'open'; readonly headerStart: number }
  | {
      readonly kind: 'fenced';
      readonly headerStart: number;
      /** Where the closing fence line begins. */
      readonly headerEnd: number;
      readonly bodyStart: number;
    };

const openingFence = /^---[ \t]*(?:\r\n|\n|\r|$)/;
const languageFence = /^---[ \t]*([A-Za-z][\w+-]*)[ \t]*(?:\r\n|\n|\r)/;

/** A fence is a line of exactly `---`, blanks after it allowed. The text has no byte order mark. */
export function splitEntryText(text: string): EntryTextParts {
  if (!text.startsWith('---')) return { kind: 'plain' };
  const opening = openingFence.exec(text);
  if (opening === null) return languageOf(text);
  const headerStart = opening[0].length;
  const closing = closingFence(text, headerStart);
  if (closing === undefined) return { kind: 'open', headerStart };
  return { kind: 'fenced', headerStart, ...closing };
}

/** The first fence line at or after the offset, which is the start of a line. */
export function closingFence(
  text: string,
  from: number,
): { readonly headerEnd: number; readonly bodyStart: number } | undefined {
  const fence = /(?<=[\r\n])---[ \t]*(\r\n|\n|\r|$)/g;
  fence.lastIndex = from;
  const match = fence.exec(text);
  return match === null
    ? undefined
    : { headerEnd: match.index, bodyStart: match.index + match[0].length };
}

function languageOf(text: string): EntryTextParts {
  const language = languageFence.exec(text)?.[1];
  if (language === undefined || closingFence(text, 3) === undefined) return { kind: 'plain' };
  return { kind: 'language', language };
}

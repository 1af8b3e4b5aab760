export const contextFormats = ['markdown', 'xml', 'index'] as const;
export type ContextFormat = (typeof contextFormats)[number];

/** The line that opens a block of memories in a prompt. */
export function openingMark(format: ContextFormat): string {
  return `<mem-context format="${format}">`;
}

/** The line that closes it. Rendered memories never hold it. */
export const closingMark = '</mem-context>';

/** The one line of a block that says what was left out. */
export function omittedLine(count: number, readMore: string): string {
  const what = count === 1 ? '1 more memory is' : `${count} more memories are`;
  return `${omittedMark} count="${count}">${what} not shown here. ${readMore}</mem-omitted>`;
}

export const omittedMark = '<mem-omitted';

/** A block found in a text; `end` is the text's length where the block was never closed. */
export interface FoundBlock {
  readonly format: ContextFormat;
  readonly start: number;
  readonly end: number;
  /** What stands between the two marks. */
  readonly content: string;
}

/** Every block of memories in the text, in order. */
export function findBlocks(text: string): FoundBlock[] {
  const blocks: FoundBlock[] = [];
  const opening = /<mem-context format="(markdown|xml|index)">/g;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const close = text.indexOf(closingMark, opening.lastIndex);
    const contentEnd = close < 0 ? text.length : close;
    const end = close < 0 ? text.length : close + closingMark.length;
    const content = text.slice(opening.lastIndex, contentEnd);
    blocks.push({ format: match[1] as ContextFormat, start: match.index, end, content });
    opening.lastIndex = end;
  }
  return blocks;
}

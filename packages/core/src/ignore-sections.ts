import type { ParsedIndex } from './index-file/parse-index.js';

/** Adds the headings that have lost all that stood below them. */
export function dropEmptySections({ lines }: ParsedIndex, dropped: Set<number>): void {
  let lost = false;
  let filled = false;
  let keptBelow = 0;
  let level = 0;
  let keep = true;
  for (let at = lines.length - 1; at >= 0; at--) {
    const { kind, text } = lines[at]!;
    if (kind === 'heading') {
      const ownLevel = levelOf(text);
      if (ownLevel !== undefined) {
        level = ownLevel;
        keep = !lost || filled || keptBelow > level;
        if (keep) keptBelow = level;
        if (keep) lost = false;
        filled = false;
      }
      if (!keep) dropped.add(at);
    } else if (dropped.has(at)) lost = true;
    else if (kind !== 'blank') filled = true;
  }
}

/** Undefined for the words of a heading that is underlined. */
function levelOf(line: string): number | undefined {
  const marks = /^\s*(?:(#{1,6})(?!#)|(=+|-+)\s*$)/.exec(line);
  if (!marks) return undefined;
  return marks[1]?.length ?? (marks[2]!.startsWith('=') ? 1 : 2);
}

import type { Blocks, IndexLine, LineKind } from './blocks.js';

/** Lines whose text is read as one: positions of the first and the last. */
export interface TextRun {
  readonly first: number;
  readonly last: number;
}

const withoutLinks: ReadonlySet<LineKind> = new Set([
  ...(['blank', 'comment', 'fence', 'code'] as const),
  ...(['front-matter', 'rule', 'definition'] as const),
]);

/** The parts of a text that may hold links: a paragraph or an item's own text, else a single line. */
export function* textRuns({ lines }: Blocks): Iterable<TextRun> {
  let next = 0;
  for (let first = 0; first < lines.length; first = next) {
    next = first + 1;
    if (withoutLinks.has(lines[first]!.kind)) continue;
    while (next < lines.length && goesOn(lines[next - 1]!, lines[next]!)) next++;
    yield { first, last: next - 1 };
  }
}

function goesOn(before: IndexLine, line: IndexLine): boolean {
  if (line.kind === 'text') return before.kind === 'text';
  const isItemText = line.kind === 'item-text' && line.item === before.item;
  return isItemText && (before.kind === 'item' || before.kind === 'item-text');
}

import type { Blocks } from './blocks.js';

/** Lines from a comment such as `<!-- toc:start -->` to its `<!-- toc:end -->`, both included. */
export interface GeneratedRegion {
  readonly first: number;
  readonly last: number;
}

const mark = /(?:^|[^\p{L}])(start|begin|end|stop)(?:[^\p{L}]|$)/iu;

/** The regions of a text that another tool writes anew each time it runs. */
export function generatedRegions({ lines }: Blocks): GeneratedRegion[] {
  const regions: GeneratedRegion[] = [];
  const open = new Map<string, number>();
  for (const [position, line] of lines.entries()) {
    const comment = line.kind === 'comment' ? /^\s*<!--(.*)-->\s*$/.exec(line.text) : null;
    const word = comment && mark.exec(comment[1]!)?.[1];
    if (!comment || !word) continue;
    const label = comment[1]!
      .replace(word, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .toLowerCase();
    const first = open.get(label);
    if (/^[sb]/i.test(word) && !/^stop/i.test(word)) open.set(label, position);
    else if (first !== undefined && open.delete(label)) regions.push({ first, last: position });
  }
  return regions;
}

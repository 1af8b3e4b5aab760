import type { Blocks } from './blocks.js';

/** The first line of a merge conflict, from 0; markers that a code block shows do not count. */
export function conflictMarker({ lines }: Blocks): number | undefined {
  const isMarker = (mark: string) => (line: { kind: string; text: string }) =>
    line.kind !== 'fence' && line.text.startsWith(mark) && !line.text.startsWith(mark + mark[0]);
  const first = lines.findIndex(isMarker('<<<<<<<'));
  if (first === -1) return undefined;
  return lines.slice(first).some(isMarker('>>>>>>>')) ? first : undefined;
}

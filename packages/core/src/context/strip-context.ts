import { findBlocks } from './context-markers.js';

/**
 * The text without the blocks that `renderContext` put into it, so that what was injected is never
 * taken for something said and stored again. A block without its end (a text that was cut) is
 * removed up to the end of the text.
 */
export function stripContext(text: string): string {
  const kept: string[] = [];
  let position = 0;
  for (const block of findBlocks(text)) {
    kept.push(text.slice(position, block.start));
    position = block.end;
  }
  kept.push(text.slice(position));
  // Joined by a line end: what stood around a block must not grow together into a new mark.
  return kept.reduce((before, after) => {
    if (before === '' || before.endsWith('\n')) return before + after.replace(/^\r?\n/, '');
    return after === '' || /^\r?\n/.test(after) ? before + after : `${before}\n${after}`;
  });
}

import type { ReadContextEntry } from './context-entry.js';
import { readMarkdownEntries } from './context-markdown.js';
import { findBlocks } from './context-markers.js';
import { readXmlEntries } from './context-xml.js';

/**
 * The entries of every block in the text, as `renderContext` was given them: names and types on
 * one line, bodies as `normalizeBody` leaves them. A block of the format `index` holds no entries.
 */
export function readContext(text: string): ReadContextEntry[] {
  return findBlocks(text).flatMap((block) => {
    if (block.format === 'markdown') return readMarkdownEntries(block.content);
    return block.format === 'xml' ? readXmlEntries(block.content) : [];
  });
}

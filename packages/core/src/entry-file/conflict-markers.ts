import { isConflictMarker } from './header-lines.js';
import { toLineFeeds } from './line-ends.js';

/**
 * The line (counted from 0) of the first merge conflict that was left in the text: its three marks
 * in order, none of them in a fenced code block, where a note may show what one looks like.
 */
export function findConflict(text: string): number | undefined {
  if (!mayHoldConflict(text)) return undefined;
  const codeFence = new CodeFence();
  let opened: number | undefined;
  let divided = false;
  for (const [number, line] of toLineFeeds(text).split('\n').entries()) {
    if (codeFence.holds(line) || !isConflictMarker(line)) continue;
    if (line.startsWith('<')) {
      opened = number;
      divided = false;
    } else if (line.startsWith('=')) {
      divided = opened !== undefined;
    } else if (line.startsWith('>') && divided) {
      return opened;
    }
  }
  return undefined;
}

/** False for nearly every file, at the cost of one search. */
export function mayHoldConflict(text: string): boolean {
  return text.includes('<<<<<<<');
}

class CodeFence {
  private open = '';

  holds(line: string): boolean {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) return this.open !== '';
    if (this.open === '') this.open = mark;
    else if (mark.startsWith(this.open) && line.trim() === mark) this.open = '';
    return true;
  }
}

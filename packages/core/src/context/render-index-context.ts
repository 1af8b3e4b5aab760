import { cutIndex } from '../index-file/cut-index.js';
import { estimateTokens, type TokenEstimator } from '../token-estimate.js';
import { closingMark, omittedMark, openingMark } from './context-markers.js';
import { escapeMarks } from './escape-marks.js';
import { normalizeBody } from './normalize-text.js';

export interface RenderIndexContextOptions {
  /** Upper bound of the text in UTF-16 units; the loader's own limits when omitted. */
  readonly maxChars?: number | undefined;
  /** Upper bound of the text in tokens, as `estimateTokens` counts them. */
  readonly maxTokens?: number | undefined;
  readonly estimateTokens?: TokenEstimator | undefined;
  /** How the reader gets at what was left out; one sentence. */
  readonly readMore?: string | undefined;
}

export interface RenderedIndexContext {
  /** The block; empty when the index is, or when the limit is too small for any block. */
  readonly text: string;
  /** Lines of the index that are not shown. */
  readonly cutLines: number;
  /** Estimate for the whole text. */
  readonly tokens: number;
}

/**
 * MEMORY.md as an agent's loader would show it, in the same block as `renderContext`: whole lines
 * from the beginning, and a last line about those that had no room.
 */
export function renderIndexContext(
  index: string,
  options: RenderIndexContextOptions = {},
): RenderedIndexContext {
  const cut = cutIndex(index);
  const lines = escapeMarks(normalizeBody(cut.text)).split('\n');
  const count = options.estimateTokens ?? estimateTokens;
  const { maxChars = Number.POSITIVE_INFINITY, maxTokens = Number.POSITIVE_INFINITY } = options;
  const holds = (text: string) => text.length <= maxChars && count(text) <= maxTokens;
  if (lines.join('') === '') return { text: '', cutLines: cut.cutLines, tokens: 0 };
  const render = (kept: number) => block(lines.slice(0, kept), left(kept), options.readMore);
  // Where lines were cut before, the last line says so: it is none of the index.
  const left = (kept: number) =>
    kept === lines.length ? 0 : lines.length - kept + Math.max(0, cut.cutLines - 1);
  const whole = holds(render(lines.length));
  const kept = whole ? lines.length : most(lines.length, (some) => holds(render(some)));
  const text = holds(render(kept)) ? render(kept) : '';
  return { text, cutLines: whole ? cut.cutLines : left(kept), tokens: count(text) };
}

function block(
  lines: readonly string[],
  left: number,
  readMore = 'Read MEMORY.md, or search the memories, to see the rest.',
): string {
  const parts = [`${openingMark('index')}\n`, ...lines];
  if (left > 0) {
    const what = left === 1 ? '1 more line is' : `${left} more lines are`;
    parts.push(`${omittedMark} lines="${left}">${what} not shown here. ${readMore}</mem-omitted>`);
  }
  return `${parts.join('\n')}\n\n${closingMark}\n`;
}

/** The largest number below `limit` for which it fits; 0 when none does. */
function most(limit: number, fits: (kept: number) => boolean): number {
  let low = 0;
  let high = limit - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

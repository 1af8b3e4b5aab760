import type { Message } from '../messages/message.js';
import { textOf } from '../messages/parts.js';
import { cutPoints } from './cut-points.js';

export interface TailLimits {
  /** Tokens that the tail has at least; 10,000 when omitted. */
  readonly minTokens?: number | undefined;
  /** Messages with text that the tail has at least; 5 when omitted. */
  readonly minTexts?: number | undefined;
  /** Tokens that the tail has at most; 40,000 when omitted. */
  readonly maxTokens?: number | undefined;
}

/**
 * Where the tail begins: the shortest that has the least tokens and texts, or as many as the most
 * tokens allow. What comes last, with the calls it answers, is kept whole even when it alone is
 * over the most.
 *
 * @param first messages before this one are never in the tail
 * @param noted from this one on, messages are in the tail as far as the most tokens allow
 * @param counts tokens of each message
 */
export function tailStart(
  messages: readonly Message[],
  counts: readonly number[],
  { first, noted }: { first: number; noted: number },
  { minTokens = 10_000, minTexts = 5, maxTokens = 40_000 }: TailLimits,
): number {
  const isCut = cutPoints(messages);
  let tokens = 0;
  let texts = 0;
  let start = messages.length;
  for (let at = messages.length - 1; at >= first; at--) {
    const message = messages[at];
    if (message === undefined) break;
    tokens += counts[at] ?? 0;
    if (start < messages.length && tokens > maxTokens) break;
    if (hasText(message)) texts += 1;
    if (isCut[at] || at === first) {
      start = at;
      if (tokens >= minTokens && texts >= minTexts && at <= noted) break;
    }
  }
  return start;
}

function hasText(message: Message): boolean {
  if (message.role !== 'user' && message.role !== 'assistant') return false;
  return textOf(message.content).trim() !== '';
}

import { estimateTokens, redactSecrets, type TokenEstimator } from '@mem/core';
import type { Message, Part } from './message.js';
import { jsonText, outputText, partsOf } from './parts.js';

export interface RenderTranscriptOptions {
  /** Tokens of the whole; 40,000 when omitted. The oldest messages are left out first. */
  readonly maxTokens?: number | undefined;
  readonly estimate?: TokenEstimator | undefined;
}

/** Of a call's input or a result: what a model needs to know of it, not all that it says. */
const longestText = 20_000;
const longestCall = 500;
const longestResult = 2_000;

/**
 * The conversation as a text that a model may read: who said what, with calls and results in
 * short, without thoughts, and with the rule's name in the place of each secret. Lines are
 * indented below who says them, so that no message can speak for another.
 */
export function renderTranscript(
  messages: readonly Message[],
  { maxTokens = 40_000, estimate = estimateTokens }: RenderTranscriptOptions = {},
): string {
  const blocks: string[] = [];
  let left = maxTokens;
  for (const message of [...messages].reverse()) {
    const block = redactSecrets(renderMessage(message));
    if (block === '') continue;
    left -= estimate(block);
    if (left < 0) {
      blocks.push('[earlier messages left out]');
      break;
    }
    blocks.push(block);
  }
  return blocks.reverse().join('\n\n');
}

function renderMessage({ role, content }: Message): string {
  const text = partsOf(content).map(renderPart).filter(Boolean).join('\n');
  return text === '' ? '' : `${role}:\n${text.replace(/^(?=.)/gm, '  ')}`;
}

function renderPart(part: Part): string {
  switch (part.type) {
    case 'text':
      return cut(part.text, longestText);
    case 'thinking':
      return '';
    case 'tool-call':
      return `[calls ${part.name}] ${cut(jsonText(part.input), longestCall)}`;
    case 'tool-result':
      return `[${part.isError ? 'error' : 'result'}] ${cut(outputText(part.output), longestResult)}`;
    case 'image':
      return '[image]';
    case 'other':
      return '';
  }
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length).toWellFormed()} […]`;
}

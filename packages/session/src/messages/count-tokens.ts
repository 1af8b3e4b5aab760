import { estimateTokens, type TokenEstimator } from '@mem/core';
import type { Message, Part } from './message.js';
import { jsonText } from './parts.js';

/** What a message costs beside its parts: its role and the marks around it. */
const perMessage = 4;
/** The same for a call or a result: its id, its name's marks. */
const perCall = 8;
/**
 * What current models count for a picture that fills what they look at (1,568 pixels a side);
 * smaller ones cost less, and an estimate should not be under.
 */
const perImage = 1_600;

/** How many tokens a model would count for the message, calls, results, thoughts and pictures among them. */
export function countMessage(message: Message, estimate: TokenEstimator = estimateTokens): number {
  const { content } = message;
  if (typeof content === 'string') return perMessage + estimate(content);
  return perMessage + sum(content, (part) => countPart(part, estimate));
}

export function countMessages(
  messages: readonly Message[],
  estimate: TokenEstimator = estimateTokens,
): number {
  return sum(messages, (message) => countMessage(message, estimate));
}

function countPart(part: Part, estimate: TokenEstimator): number {
  switch (part.type) {
    case 'text':
      return estimate(part.text);
    case 'thinking':
      return part.redacted === undefined ? estimate(part.text) : estimate(part.redacted);
    case 'tool-call':
      return perCall + estimate(part.name) + estimate(jsonText(part.input));
    case 'tool-result':
      return perCall + countOutput(part.output, estimate);
    case 'image':
      return perImage;
    case 'other':
      return countOther(part.value, estimate);
  }
}

/** Files in base64 count as a picture each: a model reads what they show, not their digits. */
function countOther(value: unknown, estimate: TokenEstimator): number {
  let files = 0;
  const text = jsonText(value, (_, inner) => {
    if (!isData(inner)) return inner;
    files += 1;
    return '';
  });
  return estimate(text) + files * perImage;
}

function isData(value: unknown): boolean {
  if (typeof value !== 'string') return value instanceof Uint8Array;
  return value.length > 4_096 && !/\s/.test(value);
}

function countOutput(output: string | readonly Part[], estimate: TokenEstimator): number {
  if (typeof output === 'string') return estimate(output);
  return sum(output, (part) => countPart(part, estimate));
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

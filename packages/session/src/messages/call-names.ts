import type { Message } from './message.js';
import { partsOf } from './parts.js';

/** The tool's name of each call. */
export function callNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { content } of messages) {
    for (const part of partsOf(content)) {
      if (part.type === 'tool-call') names.set(part.callId, part.name);
    }
  }
  return names;
}

import type { Message } from '../messages/message.js';
import { partsOf } from '../messages/parts.js';

/**
 * Where the conversation can be cut without parting a call from its result: true at `i` when
 * nothing before message `i` belongs to anything from there on. A result belongs to the last call
 * of its id before it, since providers may use an id again; without one it belongs to nothing.
 */
export function cutPoints(messages: readonly Message[]): readonly boolean[] {
  // Marks the first message after each call as the start, and its last result as the end, of a
  // stretch that must stay whole; a running sum then tells how many stretches hold each place.
  const change = new Int32Array(messages.length + 1);
  const callAt = new Map<string, number>();
  const lastResultAt = new Map<string, number>();
  const close = (id: string) => {
    const from = callAt.get(id);
    const to = lastResultAt.get(id);
    if (from === undefined || to === undefined || to <= from) return;
    mark(change, from + 1, 1);
    mark(change, to + 1, -1);
  };
  for (const [at, { content }] of messages.entries()) {
    for (const part of partsOf(content)) {
      if (part.type === 'tool-call') {
        close(part.callId);
        callAt.set(part.callId, at);
        lastResultAt.delete(part.callId);
      } else if (part.type === 'tool-result' && callAt.has(part.callId)) {
        lastResultAt.set(part.callId, at);
      }
    }
  }
  for (const id of callAt.keys()) close(id);
  let open = 0;
  return Array.from(messages, (_, at) => {
    open += change[at] ?? 0;
    return open === 0;
  });
}

function mark(change: Int32Array, at: number, by: number): void {
  change[at] = (change[at] ?? 0) + by;
}

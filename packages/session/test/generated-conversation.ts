import type { Message, Part } from '../src/index.js';

const words = 'the importer reads each order twice when the lock is held longer than a minute so ';
const pieces = [
  (size: number) => words.repeat(size),
  (size: number) => '导入程序在锁被持有超过一分钟时会把每个订单读取两次。'.repeat(size),
  (size: number) => `\`\`\`ts\n${'const order = await store.read(path);\n'.repeat(size)}\`\`\``,
  (size: number) => JSON.stringify(Array.from({ length: size }, (_, id) => ({ id, ok: true }))),
];

/** Numbers from 0 up to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface GeneratedOptions {
  /** Up to so many pieces of some 20 tokens a text; 20 when omitted. */
  readonly size?: number;
  /** One message of some 60,000 tokens, about this far from the end. */
  readonly giant?: number;
  /** Ids of calls come again and again. */
  readonly reuseIds?: boolean;
}

/** A conversation with all that real ones have, and some that they should not have. */
export function generateConversation(
  seed: number,
  count: number,
  { size = 20, giant, reuseIds = false }: GeneratedOptions = {},
): Message[] {
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const text = () => pieces[below(pieces.length)]?.(1 + below(size)) ?? '';
  const messages: Message[] = [];
  let calls = 0;
  const callId = () => `call_${reuseIds ? calls++ % 3 : calls++}`;
  const add = (role: Message['role'], content: Message['content']) =>
    messages.push({ role, content, id: `m${messages.length}` });
  if (below(2)) add('system', 'Be brief.');
  while (messages.length < count) {
    if (giant !== undefined && messages.length === Math.max(count - 1 - giant, 1)) {
      add('user', words.repeat(3_500));
      continue;
    }
    const kind = below(10);
    if (kind < 3) add('user', below(4) ? text() : [{ type: 'text', text: text() }, image]);
    else if (kind < 5) add('assistant', [thought(below(3)), { type: 'text', text: text() }]);
    else if (kind === 5) add('assistant', text());
    else if (kind === 6 && below(4) === 0) add('user', [result('call_of_nobody', text())]);
    else {
      const ids = Array.from({ length: 1 + below(reuseIds ? 2 : 4) }, callId);
      const call = (callId: string): Part => ({
        type: 'tool-call',
        callId,
        name: 'read',
        input: { path: `src/${callId}.ts` },
      });
      add('assistant', [thought(below(3)), ...ids.map(call)]);
      if (below(3))
        add(
          'tool',
          ids.map((id) => result(id, text())),
        );
      else for (const id of ids) add('user', [result(id, text())]);
    }
  }
  return messages;
}

const image: Part = { type: 'image', mediaType: 'image/png', url: 'https://example.com/a.png' };

function thought(kind: number): Part {
  if (kind === 0) return { type: 'thinking', text: '', redacted: 'c2VjcmV0' };
  return { type: 'thinking', text: 'Look at the lock first.', signature: 's' };
}

function result(callId: string, output: string): Part {
  return { type: 'tool-result', callId, output };
}

import { type RecalledEntry, renderContext } from '@mem/core';
import { teach } from '@mem/core/internal';
import { tool } from 'ai';
import * as z from 'zod';
import { shorten } from '../shorten.js';
import { answer } from './answer.js';
import * as fields from './fields.js';
import type { ToolWorld } from './tool-world.js';

const usualLimit = 5;
/** For the block of a whole recall, in UTF-16 units. */
const maxChars = 16_000;

export function recallMemory({ store, session, selector, workspace }: ToolWorld) {
  return tool({
    description: teach(
      'Gives the few memories that matter for a task or question, with their texts, and notes on their age. Those that this conversation has seen are not given again. Call it when you begin a task, with a sentence about it.',
      'Before you rely on a note',
      'When told to ignore memory',
    ),
    inputSchema: z.strictObject({
      query: z.string().min(1).max(2_000).describe('What you are about to do, or the question'),
      limit: fields.limit(10, usualLimit),
    }),
    execute: ({ query, limit = usualLimit }, { abortSignal }) =>
      answer(async () => {
        const { entries, notes, omitted } = await store.recall(query, {
          limit,
          session,
          selector,
          workspace,
          signal: abortSignal,
        });
        const { text } = renderContext(entries.map(contextEntryOf), {
          maxChars,
          readMore: 'read_memory gives them by path.',
        });
        return {
          memories: entries.length === 0 ? 'No memory fits.' : text,
          ...(omitted.length > 0 && { no_room_for: omitted.slice(0, 10) }),
          ...(notes.length > 0 && { notes: notes.slice(0, 5).map((note) => shorten(note, 200)) }),
        };
      }),
  });
}

function contextEntryOf({ path, name, type, body, truncated, notes }: RecalledEntry) {
  const cut = truncated ? ['(Cut here; read_memory gives all.)'] : [];
  return { path, name, type, body: [body.trimEnd(), ...notes, ...cut].join('\n\n') };
}

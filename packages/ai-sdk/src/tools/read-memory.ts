import { teach } from '@mem/core/internal';
import { tool } from 'ai';
import * as z from 'zod';
import { wholeCharacters } from '../shorten.js';
import { answer } from './answer.js';
import * as fields from './fields.js';
import type { ToolWorld } from './tool-world.js';

/** Of a body, in UTF-16 units; more is a call of its own. */
const pieceChars = 8_000;

export function readMemory({ store }: ToolWorld) {
  return tool({
    description: teach(
      'Gives one memory in full, by name. Call it when a name or description in the list, or a hit of a search, fits the task.',
      'Before you rely on a note',
    ),
    inputSchema: z.strictObject({
      name: fields.name,
      offset: z
        .number()
        .int()
        .min(0)
        .optional()
        .describe('next_offset of the piece before, for a body that is longer than one answer'),
    }),
    execute: ({ name, offset = 0 }) =>
      answer(async () => {
        const entry = await store.get(name);
        const end =
          offset + pieceChars >= entry.body.length
            ? entry.body.length
            : wholeCharacters(entry.body, offset + pieceChars);
        return {
          memory: {
            ...fields.summaryOf(entry),
            version: entry.version,
            ...(entry.modified !== undefined && { modified: entry.modified }),
            body: entry.body.slice(offset, end),
          },
          ...(end < entry.body.length && { next_offset: end }),
        };
      }),
  });
}

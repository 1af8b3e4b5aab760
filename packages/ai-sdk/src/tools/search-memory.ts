import { definedOf } from '@mem/core/internal';
import { tool } from 'ai';
import * as z from 'zod';
import { shorten } from '../shorten.js';
import { answer } from './answer.js';
import * as fields from './fields.js';
import type { ToolWorld } from './tool-world.js';

const usualLimit = 10;

export function searchMemory({ store }: ToolWorld) {
  return tool({
    description: `Finds memories by words in their names, descriptions and bodies, best first, always from the files as they are now.

Call it before you save, to find a memory on the same subject; when the person refers to earlier work; when you look for something particular. Not every word must match; words that match nothing are named. No hit is an answer: then nothing is remembered about it.
It gives snippets: call read_memory for the whole of one, or recall_memory for the few that matter for a task.`,
    inputSchema: z.strictObject({
      query: z.string().max(2_000).describe('A few words, in any language'),
      mode: z
        .enum(['ranked', 'contains'])
        .optional()
        .describe('contains: the query as one piece of text, letter by letter but in any case'),
      type: fields.anyType.optional(),
      tag: z.string().min(1).max(100).optional().describe('Only memories with this tag'),
      limit: fields.limit(50, usualLimit),
    }),
    execute: ({ query, limit = usualLimit, ...given }) =>
      answer(async () => {
        const { hits, missing } = await store.search(query, { ...definedOf(given), limit });
        return {
          hits: hits.map((hit) => ({
            ...fields.summaryOf(hit),
            snippet: shorten(hit.snippet, 300),
          })),
          ...(missing.length > 0 && {
            words_in_no_memory: missing.slice(0, 20).map((word) => shorten(word, 60)),
          }),
        };
      }),
  });
}

import { definedOf } from '@mem/core/internal';
import { tool } from 'ai';
import * as z from 'zod';
import { answer } from './answer.js';
import * as fields from './fields.js';
import type { ToolWorld } from './tool-world.js';

const usualLimit = 50;

export function listMemories({ store }: ToolWorld) {
  return tool({
    description: `Names, descriptions and types of the memories, in order of their paths.

Call it at the start of a task to see what is remembered, or when the person asks what you remember. To find something in many memories, call search_memory; to read one, read_memory.`,
    inputSchema: z.strictObject({
      type: fields.anyType.optional(),
      limit: fields.limit(200, usualLimit),
      after: z
        .string()
        .max(4_096)
        .optional()
        .describe('The path of the last memory that you have seen, for those that follow'),
    }),
    execute: ({ type, limit = usualLimit, after }) =>
      answer(async () => {
        const { entries } = await store.list(definedOf({ type }));
        const rest = after === undefined ? entries : entries.filter(({ path }) => path > after);
        const memories = rest.slice(0, limit).map(fields.summaryOf);
        const more = rest.length - memories.length;
        return { memories, total: entries.length, ...(more > 0 && { more_after_these: more }) };
      }),
  });
}

import { visibleLine } from '@mem/core/internal';
import * as z from 'zod';
import { readCursor, writeCursor } from '../answer/cursor.js';
import { defaultAnswerChars } from '../answer/limits.js';
import { takeWithin } from '../answer/take-within.js';
import * as fields from './fields.js';
import { defineTool, reading } from './tool.js';

const position = z.object({ after: z.string() });

export const listMemories = defineTool({
  name: 'list_memories',
  title: 'List memories',
  description: `Names, descriptions and types of the memories, in order of their paths, a page at a time.

Call it at the start of a task to see what is remembered, or when the person asks what you remember. To find something in many memories, call search_memory; to read one, read_memory.`,
  effects: reading,
  input: {
    type: fields.anyType.optional(),
    limit: z
      .number()
      .int()
      .min(1)
      .max(200)
      .optional()
      .describe('At most so many; 50 when left out'),
    max_chars: fields.maxChars.optional(),
    cursor: fields.cursor.optional(),
  },
  output: z.object({
    directory: fields.directory,
    memories: z.array(fields.summary),
    total: z.number().describe('Of all pages'),
    unreadable: z
      .number()
      .optional()
      .describe('Files that are not listed because they cannot be read; `mem check` names them'),
    next_cursor: fields.nextCursor,
  }),
  async run({ type, limit = 50, max_chars = defaultAnswerChars, cursor }, { place }) {
    const { entries, problems } = await place.store.list(type === undefined ? {} : { type });
    const after = cursor === undefined ? undefined : readCursor(cursor, position).after;
    const rest = after === undefined ? entries : entries.filter(({ path }) => path > after);
    const candidates = rest.slice(0, limit).map(fields.summaryOf);
    const memories = takeWithin(candidates, max_chars - 400, lineOf);
    const last = memories.at(-1);
    const more = last !== undefined && memories.length < rest.length;
    const unreadable = problems.filter(({ kind }) => kind === 'file-unreadable').length;
    const next_cursor = more ? writeCursor({ after: last.path }) : undefined;
    return {
      data: {
        memories,
        total: entries.length,
        ...(unreadable > 0 && { unreadable }),
        ...(next_cursor !== undefined && { next_cursor }),
      },
      text: [
        memories.length === 0
          ? 'No memories.'
          : `${memories.length} of ${entries.length} memories:`,
        ...memories.map(lineOf),
        ...(next_cursor === undefined ? [] : [`(More: cursor ${next_cursor})`]),
      ].join('\n'),
    };
  },
});

/** The name in front: it is what read_memory takes. */
function lineOf({ path, name, description, type }: fields.Summary): string {
  const about = [type, description].filter((part) => part !== undefined).join(' — ');
  return visibleLine(`- ${name} (${path})${about === '' ? '' : `: ${about}`}`);
}

import type { SearchHit, SearchOptions } from '@mem/core';
import { visibleLine } from '@mem/core/internal';
import * as z from 'zod';
import { readCursor, writeCursor } from '../answer/cursor.js';
import { shorten } from '../answer/cut-text.js';
import { defaultAnswerChars, maxQueryChars } from '../answer/limits.js';
import { takeWithin } from '../answer/take-within.js';
import * as fields from './fields.js';
import { defineTool, reading } from './tool.js';

const hit = z.object({
  path: z.string(),
  name: z.string(),
  description: z.string().optional(),
  type: z.string().optional(),
  score: z.number().describe('Higher is better; comparable within one answer only'),
  snippet: z.string().describe('Text around the best match'),
});
type Hit = z.infer<typeof hit>;

const position = z.object({ from: z.number().int().min(1).max(10_000) });

export const searchMemory = defineTool({
  name: 'search_memory',
  title: 'Search memories',
  description: `Finds memories by words in their names, descriptions and bodies, best first, always from the files as they are now.

Call it before you save, to find a memory on the same subject; when the person refers to earlier work; when you look for something particular. Not every word must match; words that match nothing are named. No hit is an answer: then nothing is remembered about it.
It gives snippets: call read_memory for the whole of one, or recall_memory for the few that matter for a task.`,
  effects: reading,
  input: {
    query: z.string().max(maxQueryChars).describe('A few words, in any language'),
    mode: z
      .enum(['ranked', 'contains'])
      .optional()
      .describe('contains: the query as one piece of text, letter by letter but in any case'),
    type: fields.anyType.optional(),
    tag: z.string().min(1).max(100).optional().describe('Only memories with this tag'),
    limit: z.number().int().min(1).max(50).optional().describe('At most so many; 10 when left out'),
    max_chars: fields.maxChars.optional(),
    cursor: fields.cursor.optional(),
  },
  output: z.object({
    directory: fields.directory,
    hits: z.array(hit),
    missing: z.array(z.string()).describe('Words of the query that stand in no memory'),
    next_cursor: fields.nextCursor,
  }),
  async run(input, { place }) {
    const { query, limit = 10, max_chars = defaultAnswerChars, cursor } = input;
    const from = cursor === undefined ? 0 : readCursor(cursor, position).from;
    const options = optionsOf(input, from + limit + 1);
    const result = await place.store.search(query, options);
    const rest = result.hits.slice(from);
    const missing = result.missing.slice(0, 20).map((word) => shorten(word, 60));
    const hits = takeWithin(rest.slice(0, limit).map(hitOf), max_chars - 600, lineOf);
    const next_cursor =
      hits.length < rest.length ? writeCursor({ from: from + hits.length }) : undefined;
    return {
      data: { hits, missing, ...(next_cursor !== undefined && { next_cursor }) },
      text: [
        ...(hits.length === 0 ? [`Nothing ${from > 0 ? 'more ' : ''}found.`] : hits.map(lineOf)),
        ...(missing.length > 0 ? [visibleLine(`In no memory: ${missing.join(', ')}`)] : []),
        ...(next_cursor === undefined ? [] : [`(More: cursor ${next_cursor})`]),
      ].join('\n'),
    };
  },
});

interface Filters {
  readonly mode?: 'ranked' | 'contains' | undefined;
  readonly type?: string | undefined;
  readonly tag?: string | undefined;
}

function optionsOf({ mode, type, tag }: Filters, limit: number): SearchOptions {
  return {
    limit,
    ...(mode !== undefined && { mode }),
    ...(type !== undefined && { type }),
    ...(tag !== undefined && { tag }),
  };
}

function hitOf({ path, name, description, type, score, snippet }: SearchHit): Hit {
  return {
    path,
    name: shorten(name, 200),
    ...(description !== undefined && { description: shorten(description, 200) }),
    ...(type !== undefined && { type: shorten(type, 100) }),
    score: Math.round(score * 1_000) / 1_000,
    snippet: shorten(snippet, 300),
  };
}

function lineOf({ path, name, description, type, snippet }: Hit): string {
  const about = [type, description].filter((part) => part !== undefined).join(' — ');
  const head = visibleLine(`- ${name} (${path})${about === '' ? '' : `: ${about}`}`);
  return `${head}\n  ${visibleLine(snippet)}`;
}

import {
  createRecallSession,
  type RecalledEntry,
  type RecallResult,
  renderContext,
} from '@mem/core';
import { visibleLine } from '@mem/core/internal';
import * as z from 'zod';
import type { Answer } from '../answer/answer.js';
import { endOfPiece, shorten } from '../answer/cut-text.js';
import { defaultAnswerChars, maxQueryChars } from '../answer/limits.js';
import { claim, claimOf } from './claims.js';
import * as fields from './fields.js';
import { teach } from './teaching.js';
import { defineTool, reading } from './tool.js';

const recalled = z.object({
  path: z.string(),
  name: z.string(),
  type: z.string().optional(),
  body: z.string(),
  truncated: z.boolean().describe('True: read_memory gives the rest'),
  age: z.number().optional().describe('Days since it was last changed'),
  notes: z.array(z.string()).describe('What to look at before relying on it'),
  provenance: fields.provenance,
  claims: z.array(claim).describe('Claims about the project that do not hold any more'),
});
type Recalled = z.infer<typeof recalled>;

const output = z.object({
  directory: fields.directory,
  memories: z.array(recalled),
  omitted: z.array(z.string()).describe('Paths of others that fit but had no room here'),
  notes: z.array(z.string()),
});

export const recallMemory = defineTool({
  name: 'recall_memory',
  title: 'Recall what matters',
  description: teach(
    'Gives the few memories that matter for a task or question, with their texts, ages, and notes where what they say of the project does not hold any more. Call it when you begin a task, with a sentence about it.',
    'Before you rely on a note',
    'When told to ignore memory',
  ),
  effects: reading,
  input: {
    query: z
      .string()
      .min(1)
      .max(maxQueryChars)
      .describe('What you are about to do, or the question'),
    limit: z.number().int().min(1).max(10).optional().describe('At most so many; 5 when left out'),
    shown: z
      .array(z.string().max(500))
      .max(500)
      .optional()
      .describe('Paths of memories that this conversation has seen already; they are left out'),
    tools: z
      .array(z.string().max(100))
      .max(50)
      .optional()
      .describe('Names of tools in use: notes on how to use them are left out, warnings are not'),
    follow_links: z.boolean().optional().describe('Also those that the found ones link to'),
    max_chars: fields.maxChars.optional(),
  },
  output,
  async run(input, { place, context }) {
    const { query, limit = 5, shown = [], tools, follow_links, max_chars } = input;
    const result = await place.store.recall(query, {
      limit,
      session: createRecallSession(shown),
      followLinks: follow_links,
      tools,
      workspace: await place.openWorkspace?.(),
      signal: context.mcpReq.signal,
    });
    return recallAnswer(result, max_chars ?? defaultAnswerChars);
  },
});

/** Less than this of a body is no help. */
const shortestPiece = 300;
/** The heading and the notice around the memories; without any, only the name of the directory. */
const [frameChars, emptyFrameChars] = [500, 250];

function recallAnswer(result: RecallResult, chars: number): Answer<typeof output> {
  const memories: Recalled[] = [];
  const omitted = [...result.omitted];
  const notes = result.notes.slice(0, 5).map((note) => shorten(note, 200));
  const room = chars - JSON.stringify(notes).length;
  // What has no room is named, but not in the place of what has.
  const left = room - frameChars - Math.min(JSON.stringify(omitted).length, chars / 8);
  let taken = 0;
  for (const entry of result.entries) {
    const fitted = fit(entry, left - taken);
    if (fitted === undefined) {
      omitted.push(entry.path);
      continue;
    }
    memories.push(fitted);
    taken += Math.max(JSON.stringify(fitted).length, fitted.body.length + 200);
  }
  const frame = memories.length === 0 ? emptyFrameChars : frameChars;
  const named = namedWithin(omitted, room - taken - frame);
  return {
    data: { memories, omitted: named, notes },
    text: [
      textOf(memories, chars) || (omitted.length > 0 ? noRoom : 'No memory fits.'),
      ...(named.length > 0 ? [visibleLine(`No room for: ${named.join(', ')}`)] : []),
      ...notes.map(visibleLine),
    ].join('\n'),
  };
}

const noRoom = 'There is no room for any here: raise max_chars.';

/** As many of the paths as there is room for, at most ten. */
function namedWithin(paths: readonly string[], chars: number): string[] {
  let left = chars;
  return paths.slice(0, 10).filter((path) => {
    left -= JSON.stringify(path).length + 2;
    return left > 0;
  });
}

function fit(entry: RecalledEntry, left: number): Recalled | undefined {
  const { path, type, body, truncated, age, claims, notes, provenance } = entry;
  const head = {
    path,
    name: shorten(entry.name, 200),
    ...(type !== undefined && { type: shorten(type, 100) }),
    ...(age !== undefined && { age }),
    ...(provenance !== undefined && { provenance }),
    notes: notes.map((note) => shorten(note, 500)),
    claims: claims
      .filter(({ state }) => state === 'missing' || state === 'moved')
      .slice(0, 5)
      .map(claimOf),
  };
  const room = left - JSON.stringify(head).length - 100;
  if (room < shortestPiece) return undefined;
  const end = endOfPiece(body, 0, room);
  return { ...head, body: body.slice(0, end), truncated: truncated || end < body.length };
}

function textOf(memories: readonly Recalled[], chars: number): string {
  const entries = memories.map(({ path, name, type, body, truncated, notes, provenance }) => ({
    path,
    name,
    type,
    body: [
      body.trimEnd(),
      ...(provenance === undefined ? [] : [`(Said by: ${fields.saidBy(provenance)}.)`]),
      ...notes,
      ...(truncated ? ['(Cut here; read_memory gives all.)'] : []),
    ].join('\n\n'),
  }));
  return renderContext(entries, {
    maxChars: chars - 300,
    readMore: 'read_memory gives them by path.',
  }).text;
}

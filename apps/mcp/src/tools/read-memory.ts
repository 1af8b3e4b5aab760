import { type MemoryEntry, MemoryError } from '@mem/core';
import { codeBlock, visibleLine } from '@mem/core/internal';
import * as z from 'zod';
import type { Answer } from '../answer/answer.js';
import { readCursor, writeCursor } from '../answer/cursor.js';
import { endOfPiece, shorten } from '../answer/cut-text.js';
import { digestOf } from '../answer/digest.js';
import { defaultAnswerChars } from '../answer/limits.js';
import { type CheckedClaim, checkClaims, claim, claimLines } from './claims.js';
import * as fields from './fields.js';
import { teach } from './teaching.js';
import { defineTool, reading } from './tool.js';

const output = fields.summary.extend({
  directory: fields.directory,
  version: z.string().describe('Pass it as if_version to change exactly this'),
  body: z.string().describe('A piece of it where next_cursor is given'),
  links: z
    // Not null: a list of types in a schema is more than every client understands.
    .array(z.object({ target: z.string(), path: z.string().optional() }))
    .describe('[[links]] of the body; one without path leads nowhere'),
  claims: z.array(claim).optional(),
  next_cursor: fields.nextCursor,
});

// Versions may differ although the text is the same: the text decides.
const position = z.object({
  path: z.string(),
  digest: z.string(),
  offset: z.number().int().min(1),
});

export const readMemory = defineTool({
  name: 'read_memory',
  title: 'Read a memory',
  description: teach(
    'Gives one memory in full, by name. Call it when a name or description in the list, or a hit of a search, fits the task.',
    'Before you rely on a note',
  ),
  effects: reading,
  input: {
    name: fields.name,
    check_claims: z
      .boolean()
      .optional()
      .describe('Also test whether the files, commands and commits it names are still there'),
    max_chars: fields.maxChars.optional(),
    cursor: fields.cursor.optional(),
  },
  output,
  async run({ name, check_claims, max_chars = defaultAnswerChars, cursor }, call) {
    const start = cursor === undefined ? undefined : readCursor(cursor, position);
    const entry = await call.place.store.get(start?.path ?? name);
    if (start !== undefined && start.digest !== digestOf(entry.body))
      throw changedMeanwhile(entry.path);
    const claims = check_claims ? await checkClaims(call.place, entry.path) : undefined;
    return readAnswer(entry, start?.offset ?? 0, max_chars, claims);
  },
});

function changedMeanwhile(path: string): MemoryError {
  return new MemoryError(
    'CONFLICT',
    `${path} was changed since the page before. Read it again from the start, without a cursor.`,
  );
}

function readAnswer(
  entry: MemoryEntry,
  offset: number,
  chars: number,
  claims: readonly CheckedClaim[] | undefined,
): Answer<typeof output> {
  const head = {
    ...fields.summaryOf(entry),
    version: entry.version,
    links: entry.links.slice(0, 10).map(({ target, path }) => ({
      target: shorten(target, 200),
      ...(path !== null && { path }),
    })),
    ...(claims && { claims: [...claims] }),
  };
  const room = chars - JSON.stringify(head).length - 400;
  const end = endOfPiece(entry.body, offset, Math.max(room, 200));
  const body = entry.body.slice(offset, end);
  const next = end < entry.body.length;
  const next_cursor = next
    ? writeCursor({ path: entry.path, digest: digestOf(entry.body), offset: end })
    : undefined;
  const facts = [
    `name: ${head.name}`,
    `path: ${head.path}`,
    ...(head.type === undefined ? [] : [`type: ${head.type}`]),
    ...(head.description === undefined ? [] : [`description: ${head.description}`]),
    ...(head.modified === undefined ? [] : [`modified: ${head.modified}`]),
    ...(head.provenance === undefined ? [] : [`said by: ${fields.saidBy(head.provenance)}`]),
    `version: ${head.version}`,
    ...claimLines(claims ?? []),
  ];
  // Whatever the memory says, it can end neither its line nor its block, and pass for the answer's.
  const lines = [
    ...facts.map(visibleLine),
    '',
    codeBlock(body, 'markdown'),
    ...(next
      ? [`\n(Characters ${offset} to ${end} of ${entry.body.length}. Next: cursor ${next_cursor})`]
      : []),
  ];
  return {
    data: { ...head, body, ...(next_cursor !== undefined && { next_cursor }) },
    text: lines.join('\n'),
  };
}

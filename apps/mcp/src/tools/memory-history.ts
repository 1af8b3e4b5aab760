import { MemoryError, type StoragePath } from '@mem/core';
import { codeBlock, visibleLine } from '@mem/core/internal';
import type { CommitRecord } from '@mem/git';
import * as z from 'zod';
import type { Answer } from '../answer/answer.js';
import { readCursor, writeCursor } from '../answer/cursor.js';
import { endOfPiece, shorten } from '../answer/cut-text.js';
import { defaultAnswerChars } from '../answer/limits.js';
import { takeWithin } from '../answer/take-within.js';
import type { MemoryPlace } from '../server/memory-place.js';
import type { PlaceHistory } from '../server/place-history.js';
import * as fields from './fields.js';
import { defineTool, reading } from './tool.js';

const change = z.object({
  revision: z.string().describe('Pass it as revision to see what the memory said then'),
  date: z.string().describe('ISO 8601'),
  author: z.string(),
  summary: z.string(),
  files: z.array(
    z.object({
      path: z.string(),
      action: z.enum(['added', 'changed', 'removed', 'renamed']),
      from: z.string().optional(),
    }),
  ),
});
type Change = z.infer<typeof change>;

const output = z.object({
  directory: fields.directory,
  changes: z.array(change),
  text: z.string().optional().describe('The file as it was at the revision'),
  truncated: z.boolean().optional().describe('The text is longer'),
  next_cursor: fields.nextCursor,
});

/** Pages of a log are counted from its newest commit: further ones are rarely wanted. */
const position = z.object({ from: z.number().int().min(1).max(5_000) });

export const memoryHistory = defineTool({
  name: 'memory_history',
  title: 'History of a memory',
  description: `What was changed when, newest first: of one memory, also of one that was deleted or renamed, or of all. With revision: what the memory said at that time.

Call it when the person asks since when or why something is remembered, when two memories contradict each other, or to find again what was overwritten or deleted. It changes nothing: to bring old words back, read them here and save them.`,
  effects: reading,
  input: {
    name: fields.name.optional(),
    revision: z
      .string()
      .regex(/^[0-9a-f]{4,64}$/)
      .optional()
      .describe('One of the changes, by its revision; with name'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe('At most so many; 20 when left out'),
    max_chars: fields.maxChars.optional(),
    cursor: fields.cursor.optional(),
  },
  output,
  async run(input, { place }) {
    const { name, revision, limit = 20, max_chars = defaultAnswerChars, cursor } = input;
    const history = requireHistory(place);
    const path = name === undefined ? undefined : await findPast(name, place, history);
    if (revision !== undefined) return await textAt(history, path, revision, max_chars);
    const from = cursor === undefined ? 0 : readCursor(cursor, position).from;
    const log = await history.log({
      limit: from + limit + 1,
      ...(path !== undefined && { path }),
    });
    return logAnswer(log.slice(from), { from, limit, chars: max_chars });
  },
});

function requireHistory({ history }: MemoryPlace): PlaceHistory {
  if (history) return history;
  throw new MemoryError(
    'REFUSED',
    'Nothing keeps a history of this directory. A person can begin one with `mem init --git`.',
  );
}

/** What drives git is loaded where it is needed first. */
async function findPast(
  name: string,
  { store }: MemoryPlace,
  history: PlaceHistory,
): Promise<StoragePath> {
  const { findPastEntry } = await import('@mem/git');
  return await findPastEntry(name, store, { history });
}

async function textAt(
  history: PlaceHistory,
  path: StoragePath | undefined,
  revision: string,
  chars: number,
): Promise<Answer<typeof output>> {
  if (path === undefined) {
    throw new MemoryError('INVALID_ENTRY', 'revision goes with name: say which memory.');
  }
  const text = new TextDecoder().decode(await history.show(path, revision));
  const end = endOfPiece(text, 0, chars - 500);
  const shown = text.slice(0, end);
  const truncated = end < text.length;
  return {
    data: { changes: [], text: shown, truncated },
    text: `${path} at ${revision}:\n\n${codeBlock(shown, 'markdown')}${truncated ? '\n(Cut here; raise max_chars.)' : ''}`,
  };
}

interface Page {
  readonly from: number;
  readonly limit: number;
  readonly chars: number;
}

function logAnswer(
  log: readonly CommitRecord[],
  { from, limit, chars }: Page,
): Answer<typeof output> {
  const changes = takeWithin(log.slice(0, limit).map(changeOf), chars - 500, lineOf);
  const next_cursor =
    changes.length < log.length ? writeCursor({ from: from + changes.length }) : undefined;
  return {
    data: { changes, ...(next_cursor !== undefined && { next_cursor }) },
    text: [
      ...(changes.length === 0 ? ['No change is recorded.'] : changes.map(lineOf)),
      ...(next_cursor === undefined ? [] : [`(Older: cursor ${next_cursor})`]),
    ].join('\n'),
  };
}

function changeOf({ id, date, author, subject, files }: CommitRecord): Change {
  return {
    revision: id.slice(0, 12),
    date,
    author: shorten(author.name, 60),
    summary: shorten(subject, 150),
    files: files.slice(0, 5).map(({ path, action, from }) => ({
      path,
      action,
      ...(from !== undefined && { from }),
    })),
  };
}

function lineOf({ revision, date, author, summary, files }: Change): string {
  const paths = files.map(({ path, action }) => `${action} ${path}`).join(', ');
  return visibleLine(`- ${revision} ${date} ${author}: ${summary} (${paths})`);
}

import { isMemoryError, type MemoryStore } from '@mem/core';
import type { History } from '@mem/git';
import { defineCommand } from '../command.js';
import type { GitWork } from '../history/open-git-store.js';
import { recordedLine, storageWarnings } from '../history/recorded.js';
import { styled } from '../terminal/page.js';
import { problemJson, warningNotes } from '../view.js';

export const undo = defineCommand({
  usage: 'undo',
  summary: 'take the last change back',
  details:
    'Saves, updates, renames and deletes: all that the history has where one is kept, else those of\nthe last 30 days. Again for the one before. What was done since to other places stays.',
  options: {},
  positionals: [0, 0],
  examples: ['mem undo'],
  async run({ write }) {
    const { directory, result, warnings, history } = await write((store, git) =>
      git ? undoInHistory(store, git) : store.undo(),
    );
    const { undone, changed } = result;
    const all = [...result.warnings, ...warnings];
    return {
      json: { directory, undone, changed, warnings: all.map(problemJson), history },
      page: ['Taken back: ', styled('bold', undone), '\n', ...recordedLine(history)],
      notes: warningNotes(all),
    };
  },
});

/**
 * A change that cannot be committed yet is newer than every commit, and one from before the history
 * began is in none: those are taken back from the copies that are kept beside it.
 */
async function undoInHistory(store: MemoryStore, { history, catchUp }: GitWork) {
  const { notCommitted } = await catchUp();
  if (notCommitted) return store.undo();
  try {
    const { undone, changed, warnings } = await history.undo();
    return { undone: undone.subject, changed, warnings: storageWarnings(warnings) };
  } catch (error) {
    if (!isMemoryError(error) || error.code !== 'NOT_FOUND') throw error;
    if (await hasOurChange(history)) throw error;
    return store.undo();
  }
}

/** False for a history that has just begun, with what was there before. */
async function hasOurChange(history: History): Promise<boolean> {
  const commits = await history.log({ limit: 100 });
  return commits.some(({ trailers }) => trailers.some(({ key }) => key === 'Memory-Tool'));
}

import { isMemoryError, MemoryError, type UndoOptions, type UndoResult } from '@mem/core';
import type { GitOptions, MemoryConflict } from '@mem/git';
import { defineCommand } from '../command.js';
import { openNote } from '../history/conflict-view.js';
import type { GitWork } from '../history/open-git-store.js';
import { recordedLine, storageWarnings } from '../history/recorded.js';
import { styled } from '../terminal/page.js';
import { problemJson, warningNotes } from '../view.js';

export const undo = defineCommand({
  usage: 'undo',
  summary: 'take the last change back',
  details:
    'The last one that mem, its server or its library made here: a save, update, rename, delete,\nrestore, resolve. Again for the one before. What was edited by hand, committed by others or came\nfrom other machines stays. Without a history: changes of the last 30 days.',
  options: {
    'pass-over': {
      type: 'boolean',
      description: 'where the last change cannot be taken back, the one before',
    },
  },
  positionals: [0, 0],
  examples: ['mem undo'],
  async run({ options, write }) {
    const passOver = options['pass-over'] ?? false;
    const { directory, result, warnings, history } = await write((store, git) =>
      git ? undoInHistory(git, { passOver }) : store.undo({ passOver }),
    );
    const { undone, changed, commit, conflicts = [] }: Undone = result;
    const all = [...result.warnings, ...warnings];
    // Opening a conflict again is a commit that may hold no file, and then is no change of the store.
    const recorded = history && { ...history, commit: commit ?? history.commit };
    return {
      json: { directory, undone, changed, warnings: all.map(problemJson), history: recorded },
      page: ['Taken back: ', styled('bold', undone), '\n', ...recordedLine(recorded)],
      notes: [...warningNotes(all), ...openNote(conflicts)],
    };
  },
});

interface Undone extends UndoResult {
  readonly commit?: string;
  /** Of an undo that opened one again: all that are open. */
  readonly conflicts?: readonly MemoryConflict[];
}

/**
 * A change that cannot be committed yet is newer than every commit, and one from before the history
 * began is in none: those are taken back from the copies that are kept beside it.
 */
async function undoInHistory(git: GitWork, how: UndoOptions): Promise<Undone> {
  const { history, options, catchUp } = git;
  const { notCommitted, warnings: found } = await catchUp();
  if (notCommitted) {
    const reason = notCommitted.message.replace(/^not committed: /, '');
    const refusal = new MemoryError('REFUSED', `Nothing was undone: ${reason}`);
    return await undoUncommitted(git, how, refusal);
  }
  try {
    const { message, undone, changed, commit, warnings: met } = await history.undo(how);
    const warnings = [...found.map((warning) => warning.message), ...met];
    const settled = undone?.trailers.some(({ key }) => key === 'Memory-Resolves');
    return {
      undone: message,
      changed,
      warnings: storageWarnings(warnings),
      ...(commit !== undefined && { commit }),
      ...(settled && { conflicts: await openConflicts(options) }),
    };
  } catch (error) {
    if (!isMemoryError(error)) throw error;
    if (error.code === 'NOT_FOUND') return await undoUncommitted(git, how, error);
    // Whoever is refused learns what was found out about the files on the way.
    const lines = [error, ...found].map(({ message }) => message);
    throw Object.assign(error, { message: lines.join(' ') });
  }
}

/** The error of the history says more than that of the store. */
async function undoUncommitted(
  git: GitWork,
  how: UndoOptions,
  error: MemoryError,
): Promise<Undone> {
  try {
    return await git.undoUncommitted(how);
  } catch (other) {
    throw isMemoryError(other) && other.code === 'NOT_FOUND' ? error : other;
  }
}

async function openConflicts(options: GitOptions): Promise<MemoryConflict[]> {
  const { openSync } = await import('@mem/git');
  return await openSync(options).conflicts();
}

import type { NotCommittedReason } from './not-committed.js';
import type { WaitingChange } from './waiting-change.js';
import type { WorkFolder } from './work-folder.js';

const fileName = 'interrupted';

/**
 * Notes, for all processes and until the next commit, which changes wait because of something that
 * ends in git setting files back. Of others, a file that was set back is what somebody wanted.
 */
export function noteInterruption(
  folder: WorkFolder,
  reason: NotCommittedReason,
  waiting: readonly WaitingChange[],
): void {
  // Files in conflict are settled where they are.
  if (reason === 'conflicted') return;
  const sequences = waiting.flatMap(({ steps }) => steps.map(({ sequence }) => sequence));
  folder.write(fileName, String(sequences.reduce((one, other) => Math.max(one, other), 0)));
}

/** The last step that was made until then; undefined where nothing has come between. */
export function interruptedUntil(folder: WorkFolder): number | undefined {
  const text = folder.read(fileName);
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Call when everything that could be committed is. */
export function endInterruption(folder: WorkFolder): void {
  if (folder.read(fileName) !== undefined) folder.remove(fileName);
}

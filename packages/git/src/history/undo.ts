import {
  indexPath,
  isMemoryError,
  MemoryError,
  NotFoundError,
  type Storage,
  type UndoOptions,
} from '@mem/core';
import { gitIn, type Repository } from '../repository.js';
import type { GitHistory, GitOptions } from '../with-git.js';
import { WorkFolder } from '../work-folder.js';
import { type ChangeToUndo, changesToUndo } from './change-to-undo.js';
import type { CommitRecord } from './commit-record.js';
import { inTheWay, reversedChange } from './reversed-change.js';
import { isResolve, undoResolve } from './undo-resolve.js';
import type { WrittenChange } from './write-change.js';
import { writeUndo } from './write-undo.js';

export interface UndoneChange extends WrittenChange {
  /** What the change was, in one line. */
  readonly message: string;
  /** The commit that it is in, or shares with others; absent when the repository ignores its files. */
  readonly undone?: CommitRecord;
}

export interface UndoPlace {
  readonly repository: Repository;
  readonly storage: Storage & GitHistory;
  readonly options: GitOptions;
}

/**
 * Takes the last change back that was made here with this toolkit and not taken back yet, as a new
 * change. Edits by hand, commits of others, what other machines brought and merges are passed over;
 * what was done since to other entries, and to other fields and lines of the same ones, stays.
 *
 * @throws MemoryError CONFLICT when later changes stand in the way, REFUSED where nothing of the
 *   change is left and while nothing can be committed: nothing was written then
 */
export async function undoLast(
  place: UndoPlace,
  { passOver = false }: UndoOptions = {},
): Promise<UndoneChange> {
  const found = await catchUp(place);
  const folder = new WorkFolder(place.options.directory);
  const passedOver: MemoryError[] = [];
  for await (const change of changesToUndo(place.repository, folder)) {
    try {
      const written = await takeBack(place, change);
      // An older change is never meant where nothing of the last one is left.
      if (written === undefined) throw nothingLeft(change, found);
      const { made, commit } = change;
      const warnings = [...found, ...passedOver.map(notTaken), ...written.warnings];
      return { ...written, warnings, message: made.message, ...(commit ? { undone: commit } : {}) };
    } catch (error) {
      if (!isMemoryError(error) || !['CONFLICT', 'REFUSED'].includes(error.code)) throw error;
      if (!passOver) throw Object.assign(error, { message: `${error.message} ${older}` });
      passedOver.push(error);
    }
  }
  const [first] = passedOver;
  if (first) throw first;
  throw new NotFoundError(
    'There is no change left to undo that was made here. See "mem log" for all changes, and "mem restore NAME --at REVISION" to go back to one.',
  );
}

const older = '`mem undo --pass-over` takes back the change before it.';

function notTaken({ message }: MemoryError): string {
  return `Passed over: ${message}`;
}

/** What is not committed yet is newer than every commit: an older change is not what is meant. */
async function catchUp({ storage }: UndoPlace): Promise<string[]> {
  const { notCommitted, warnings } = await storage.catchUp();
  if (notCommitted === undefined) return warnings.map(({ message }) => message);
  const reason = notCommitted.message.replace(/^not committed: /, '');
  throw new MemoryError('REFUSED', `Nothing was undone: ${reason}`);
}

/** Undefined when nothing of the change is left. */
async function takeBack(
  { repository, storage, options }: UndoPlace,
  change: ChangeToUndo,
): Promise<WrittenChange | undefined> {
  const { commit } = change;
  if (commit) await refuseCutOff(repository, commit);
  if (commit && isResolve(commit)) return await undoResolve(options, commit, change);
  const reversed = await reversedChange(repository, storage, change);
  if (reversed.files.length === 0 && reversed.index === undefined) return undefined;
  try {
    return await writeUndo(storage, change, reversed);
  } catch (error) {
    if (!isMemoryError(error) || error.code !== 'CONFLICT' || error.path === undefined) throw error;
    throw inTheWay(change.made.message, error.path);
  }
}

/** Somebody, or git itself, has set the files back. */
function nothingLeft({ made }: ChangeToUndo, found: readonly string[]): MemoryError {
  const paths = [...made.paths, ...made.uncommitted];
  const entries = paths.filter((path) => path !== indexPath);
  const names = entries.length > 0 ? entries.join(', ') : indexPath;
  const are = entries.length > 1 ? 'are' : 'is';
  const why = found.map((line) => ` ${line}`).join('');
  const [path = indexPath] = entries;
  return new MemoryError(
    'REFUSED',
    `Nothing of “${made.message}” was left to take back: ${names} ${are} as before it. Nothing was changed.${why}`,
    { path },
  );
}

/** The oldest commit of a shallow clone looks as if it had made everything that was there before. */
async function refuseCutOff(repository: Repository, commit: CommitRecord): Promise<void> {
  if (commit.parents.length > 0) return;
  const answer = await gitIn(repository, ['rev-parse', '--is-shallow-repository']);
  if (answer.stdout.toString().trim() !== 'true') return;
  throw new MemoryError(
    'REFUSED',
    `“${commit.subject}” cannot be undone: this clone is shallow, so what was there before is not known. Nothing was written; run "git fetch --unshallow" first.`,
  );
}

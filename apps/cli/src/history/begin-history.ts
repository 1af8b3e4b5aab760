import { MemoryError, StorageError } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { type GitCheckpointResult, withGit } from '@mem/git';
import { type KeptHistory, keptHistory } from '@mem/git/kept-history';
import type { World } from '../world.js';
import type { Recorded } from './recorded.js';
import { writeSetting } from './write-setting.js';

export interface BegunHistory extends Recorded {
  readonly mode: KeptHistory;
}

/**
 * Switches the history of a directory on, and commits what is there. A private history or a
 * repository that is there is adopted, the one around the directory too; else one is made.
 *
 * @throws StorageError without a usable git, MemoryError REFUSED when no history can be kept
 */
export async function beginHistory(
  directory: string,
  isPrivate: boolean,
  world: World,
): Promise<BegunHistory> {
  if (keptHistory(directory) === undefined) await writeSetting(directory, undefined);
  const present = isPrivate ? 'private' : keptHistory(directory);
  const adopted = await commitAll(directory, present ?? 'host', world);
  const isAlone = present === undefined && adopted.notCommitted?.reason === 'no-repository';
  const answer = isAlone ? await commitAll(directory, 'own', world) : adopted;
  refuseWithoutGit(answer);
  if (answer.notCommitted?.reason === 'damaged') throw notBegun(answer);
  if (present === undefined && !isAlone) await writeSetting(directory, 'host');
  const mode = keptHistory(directory);
  if (mode === undefined || (isPrivate && mode !== 'private')) throw notBegun(answer);
  return { mode, commit: answer.commit ?? null, notCommitted: answer.notCommitted ?? null };
}

function commitAll(
  directory: string,
  mode: KeptHistory,
  { environment }: World,
): Promise<GitCheckpointResult> {
  const storage = createDirectoryStorage(directory);
  return withGit(storage, { directory, mode, tool: 'mem', git: { environment } }).catchUp();
}

function refuseWithoutGit({ notCommitted }: GitCheckpointResult): void {
  if (notCommitted?.reason !== 'no-git' && notCommitted?.reason !== 'old-git') return;
  throw new StorageError(`No history was begun: ${reasonOf(notCommitted.message)}`, {
    operation: 'git',
  });
}

function notBegun({ notCommitted }: GitCheckpointResult): MemoryError {
  const reason = reasonOf(notCommitted?.message ?? 'git made no repository.');
  return new MemoryError('REFUSED', `No history was begun: ${reason}`);
}

function reasonOf(message: string): string {
  return message.replace(/^not committed: /, '');
}

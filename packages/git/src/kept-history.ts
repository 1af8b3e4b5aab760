import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileStatus } from './file-status.js';

export { sparsePlace } from './sparse-place.js';

/** Which repository gets the commits: see @mem/git for the words. */
export type KeptHistory = 'host' | 'own' | 'private';

/** Where it is noted that a directory's history was switched on or off. */
export const settingPath = '.mem/history';

/**
 * The history that writing verbs commit to; undefined where they commit to none. A private history
 * and a repository of the directory's own are there for nothing else. A repository around the
 * directory is somebody's: it gets commits only after `mem init --git`. Reads no more than a few
 * file states, since every write asks.
 */
export function keptHistory(directory: string): KeptHistory | undefined {
  const setting = readSetting(directory);
  if (setting === 'off') return undefined;
  if (existsSync(join(directory, '.mem/history.git'))) return 'private';
  if (hasRepository(directory)) return 'own';
  return setting === 'host' ? 'host' : undefined;
}

/**
 * The line that says that a history was kept which is not any more, without anybody having switched
 * it off; undefined where that is not so.
 */
export async function missedHistory(directory: string): Promise<string | undefined> {
  if (keptHistory(directory) !== undefined || readSetting(directory) === 'off') return undefined;
  const { lostHistory, lostHistoryLine } = await import('./lost-history.js');
  const lost = lostHistory(directory);
  return lost && lostHistoryLine(lost);
}

/** True when some repository could tell what happened here, whether mem commits to it or not. */
export function hasReadableHistory(directory: string): boolean {
  if (existsSync(join(directory, '.mem/history.git'))) return true;
  for (let folder = directory; ; folder = dirname(folder)) {
    if (hasRepository(folder)) return true;
    if (dirname(folder) === folder) return false;
  }
}

/** Git passes over a `.git` folder that is none of its own, and goes on upwards. */
export function hasRepository(folder: string): boolean {
  const status = fileStatus(join(folder, '.git'));
  if (status === undefined) return false;
  return status.isFile() || existsSync(join(folder, '.git/HEAD'));
}

function readSetting(directory: string): string | undefined {
  try {
    return readFileSync(join(directory, settingPath), 'utf8').trim();
  } catch {
    return undefined;
  }
}

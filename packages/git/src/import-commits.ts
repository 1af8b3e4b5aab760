import { rmSync } from 'node:fs';
import { GitError } from './git-error.js';
import { type ImportOptions, importStream } from './import-stream.js';
import { Obstacle } from './not-committed.js';
import type { PlannedCommit } from './plan-commits.js';
import { gitIn, type Repository } from './repository.js';

/** Thrown when the branch has moved since it was looked at: nothing was committed. */
export class BranchMoved extends Error {}

/**
 * Makes the commits and moves the branch to the last one, if it is still where it was. One call
 * of `git fast-import` for all of them: no index, no working tree, no hook, no filter.
 *
 * @param beforeMoving called with the ids when the commits are made and the branch is not moved
 * @throws BranchMoved, GitError
 */
export async function importCommits(
  repository: Repository,
  commits: readonly PlannedCommit[],
  options: ImportOptions,
  beforeMoving: (ids: readonly string[]) => void,
): Promise<void> {
  const input = importStream(commits, options);
  let text = '';
  let pid: number | undefined;
  try {
    await gitIn(repository, ['fast-import', '--quiet', '--date-format=raw'], {
      input,
      writes: true,
      // Fast, as small commits are thrown away as a pack at once and written file by file.
      config: [
        ['core.compression', '0'],
        ['core.looseCompression', '1'],
        ['fastimport.unpackLimit', '1000'],
      ],
      timeout: 30_000 + input.length / 1000,
      started: (id) => {
        pid = id;
      },
      converse: (part) => {
        text += part.toString('latin1');
        const ids = text.split('\n').slice(0, -1);
        if (ids.length < commits.length) return undefined;
        beforeMoving(ids);
        return 'done\n';
      },
    });
  } catch (error) {
    if (pid !== undefined) rmSync(`${repository.gitDir}/fast_import_crash_${pid}`, { force: true });
    if (!(error instanceof GitError)) throw error;
    if (error.cause instanceof BranchMoved || error.cause instanceof Obstacle) throw error.cause;
    if (hasMoved(error.detail)) throw new BranchMoved();
    throw error;
  }
}

/** Somebody has committed to the branch, switched it back, or is doing so right now. */
export function hasMoved(detail: string): boolean {
  // A lock that is there may go; one that the system does not let git make never will.
  if (/Unable to create '[^']*\.lock': (?!File exists)/i.test(detail)) return false;
  return /Not updating|cannot lock ref|but expected|reference already exists/i.test(detail);
}

import { existsSync } from 'node:fs';
import { basename, relative, sep } from 'node:path';
import { kept, type NotCommitted, notCommittedBecause } from './not-committed.js';
import { commonDir, type Repository } from './repository.js';

/** What to tell when a branch cannot be moved again and again: undefined when no lock stands there. */
export function branchLocked(repository: Repository, branch: string): NotCommitted | undefined {
  const lock = lockOnBranch(repository, branch);
  if (lock === undefined) return undefined;
  return notCommittedBecause(
    'branch-locked',
    `the branch is locked by ${lock}, which a git that was ended may have left. Wait for the git that runs, or remove the file if none does. ${kept}`,
  );
}

/** By its place in the repository, never with a folder of the host. */
function lockOnBranch(repository: Repository, branch: string): string | undefined {
  const common = commonDir(repository);
  const files = [
    `${common}/${branch}.lock`,
    `${repository.gitDir}/HEAD.lock`,
    `${common}/packed-refs.lock`,
  ];
  const found = files.find((file) => existsSync(file));
  return found && placeOf(repository, common, found);
}

function placeOf({ workTree }: Repository, common: string, file: string): string {
  const inside = relative(workTree, file).split(sep).join('/');
  if (!inside.startsWith('..')) return inside;
  // The folder of git is elsewhere, as for a worktree.
  return `${basename(common)}/${relative(common, file).split(sep).join('/')}`;
}

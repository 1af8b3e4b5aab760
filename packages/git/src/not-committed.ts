/**
 * Why a change is not committed yet, stable across versions; programs decide on this.
 *
 * - `no-git`, `old-git`: git is missing or too old
 * - `no-repository`: nothing around the directory keeps history, and none was asked for
 * - `bare`: the repository has no working tree
 * - `other-owner`: the repository belongs to another user
 * - `merge`, `rebase`, `patches`, `cherry-pick`, `revert`, `bisect`: that is in progress
 * - `detached`: no branch is checked out
 * - `conflicted`: memory files have conflicts that nobody has settled
 * - `index-locked`: another git holds the index
 * - `ignored`: the repository ignores the file
 * - `nested`: the file lies in a repository inside the memory directory
 * - `tracked-outside`: a repository of its own was asked for, but the one around has the files
 * - `branch-moves`: others kept committing to the branch
 * - `busy`: another program was committing all the time
 * - `failed`: git failed in another way
 */
export type NotCommittedReason =
  | 'no-git'
  | 'old-git'
  | 'no-repository'
  | 'bare'
  | 'other-owner'
  | 'merge'
  | 'rebase'
  | 'patches'
  | 'cherry-pick'
  | 'revert'
  | 'bisect'
  | 'detached'
  | 'conflicted'
  | 'index-locked'
  | 'ignored'
  | 'nested'
  | 'tracked-outside'
  | 'branch-moves'
  | 'busy'
  | 'failed';

export interface NotCommitted {
  readonly reason: NotCommittedReason;
  /** One line for a person: `not committed: …why… …remedy…`. */
  readonly message: string;
}

type FixedReason = Exclude<
  NotCommittedReason,
  'ignored' | 'nested' | 'failed' | 'no-git' | 'old-git'
>;

const explanations: Record<FixedReason, string> = {
  'no-repository':
    'the directory is in no git repository. Make one with git init, or ask for a history of its own.',
  bare: 'the repository is bare and has no working tree. Use a clone with one, or a private history.',
  'other-owner':
    'the repository belongs to another user. If you trust it, add its folder to safe.directory in your git configuration.',
  merge: inProgress('a merge', 'git merge --continue or --abort'),
  rebase: inProgress('a rebase', 'git rebase --continue or --abort'),
  patches: inProgress('applying patches', 'git am --continue or --abort'),
  'cherry-pick': inProgress('a cherry-pick', 'git cherry-pick --continue or --abort'),
  revert: inProgress('a revert', 'git revert --continue or --abort'),
  bisect: inProgress('a bisect', 'git bisect reset'),
  detached:
    'no branch is checked out (detached HEAD). Switch to a branch; the next change is committed with this one.',
  conflicted:
    'memory files have unsettled conflicts in git. Settle them and git add the files; the next change is committed with this one.',
  'index-locked':
    'another git holds the lock of the index (index.lock). Wait for it to end, or remove the lock if none runs; the next change is committed with this one.',
  'tracked-outside':
    'the repository around the directory already has its files, so one of its own would hide them. Use that repository (host), or a private history.',
  'branch-moves':
    'other programs kept committing to the branch. The next change is committed with this one.',
  busy: 'another program was committing all the time. The next change is committed with this one.',
};

function inProgress(what: string, remedy: string): string {
  return `${what} is in progress. Finish it (${remedy}); the next change is committed with this one.`;
}

export function notCommitted(reason: FixedReason): NotCommitted {
  return { reason, message: `not committed: ${explanations[reason]}` };
}

export function notCommittedBecause(
  reason: 'ignored' | 'nested' | 'failed' | 'no-git' | 'old-git',
  why: string,
): NotCommitted {
  return { reason, message: `not committed: ${why}` };
}

/** Thrown where the change cannot be committed now, and caught where the answer is made. */
export class Obstacle extends Error {
  readonly answer: NotCommitted;

  constructor(answer: NotCommitted) {
    super(answer.message);
    this.answer = answer;
  }
}

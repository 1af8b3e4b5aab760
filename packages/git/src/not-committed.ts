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
 * - `branch-locked`: a lock stands on the branch, which a git that was ended has left behind
 * - `damaged`: there is a repository that git does not take for one
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
  | 'branch-locked'
  | 'damaged'
  | 'busy'
  | 'failed';

export interface NotCommitted {
  readonly reason: NotCommittedReason;
  /** One line for a person: `not committed: …why… …remedy…`. */
  readonly message: string;
}

type FixedReason = Exclude<NotCommittedReason, UsersReason | SpokenReason>;
/** Something that the user has begun and can end, with a remedy that names the memory files. */
type UsersReason = keyof typeof usersStates;
type SpokenReason =
  | 'ignored'
  | 'nested'
  | 'branch-locked'
  | 'damaged'
  | 'failed'
  | 'no-git'
  | 'old-git';

/** The end of a line about what will pass. */
export const kept = 'What is saved meanwhile is kept, and committed with the next change.';

const explanations: Record<FixedReason, string> = {
  'no-repository': 'the directory is in no git repository. `mem init --git` makes one for it.',
  bare: 'the repository is bare and has no working tree. Use a clone with one, or a private history (`mem init --git --private`).',
  'other-owner':
    'the repository belongs to another user. If you trust it, add its folder to safe.directory in your git configuration.',
  'index-locked': `another git holds the lock of the index (index.lock). Wait for it to end, or remove the lock if none runs. ${kept}`,
  'tracked-outside':
    'the repository around the directory already has its files, so one of its own would hide them. Use that repository (mode host), or a private history (`mem init --git --private`).',
  'branch-moves': `other programs kept committing to the branch. ${kept}`,
  busy: `another program was committing all the time. ${kept}`,
};

/** Memory files that have to do with what the user is in the middle of. */
export interface FilesInTheWay {
  /** Those in conflict in git, as arguments of a command; empty for none. */
  readonly conflicts: string;
  /** The command that takes what is saved and not committed out of git's way; empty for none. */
  readonly aside: string;
}

const noFiles: FilesInTheWay = { conflicts: '', aside: '' };

/** Commands stand between backticks; each was tried, with memory files that were changed meanwhile. */
const usersStates = {
  merge: (files: FilesInTheWay) => inProgress('a merge', 'merge', files),
  'cherry-pick': (files: FilesInTheWay) => inProgress('a cherry-pick', 'cherry-pick', files),
  revert: (files: FilesInTheWay) => inProgress('a revert', 'revert', files),
  patches: (files: FilesInTheWay) => inProgress('applying patches', 'am', files),
  // It goes on with no unsaved file at all, and whatever is added goes into a commit of its own.
  rebase: ({ conflicts, aside }: FilesInTheWay) =>
    `a rebase is in progress. ${settle(conflicts)}Finish it with ${aside === '' ? '' : `\`${aside}\` and then `}\`git rebase --continue\`, or give it up with \`git rebase --abort\`.`,
  bisect: ({ aside }: FilesInTheWay) =>
    `a bisect is in progress. End it with \`git bisect reset\`${whereRefused(aside)}.`,
  detached: ({ aside }: FilesInTheWay) =>
    `no branch is checked out (detached HEAD). Make one here with \`git switch --create NAME\`, or go back with \`git switch BRANCH\`${whereRefused(aside)}.`,
  conflicted: ({ conflicts }: FilesInTheWay) =>
    `memory files have conflicts in git that nobody has settled. ${conflicts === '' ? 'Edit them until none of git’s marks is left, then add them.' : settle(conflicts).trimEnd()}`,
} as const;

function inProgress(what: string, command: string, { conflicts, aside }: FilesInTheWay): string {
  return `${what} is in progress. ${settle(conflicts)}Finish it with \`git ${command} --continue\`, or give it up with \`git ${command} --abort\`${whereRefused(aside)}.`;
}

/** To add a file is to say that its conflict is settled. */
function settle(conflicts: string): string {
  if (conflicts === '') return '';
  return `Memory files are in conflict: edit them until none of git’s marks is left, and only then \`git add ${conflicts}\`. `;
}

function whereRefused(aside: string): string {
  return aside === '' ? '' : ` (where git refuses because of memory files, \`${aside}\` first)`;
}

/** A fixed remedy that does not depend on the repository. */
export function notCommitted(reason: FixedReason): NotCommitted {
  return { reason, message: `not committed: ${explanations[reason]}` };
}

/** The remedy for what the user is in the middle of. Nothing that is saved meanwhile is lost by it. */
export function notCommittedDuring(
  reason: UsersReason,
  files: FilesInTheWay = noFiles,
): NotCommitted {
  return { reason, message: `not committed: ${usersStates[reason](files)} ${kept}` };
}

export function isUsersReason(reason: NotCommittedReason): reason is UsersReason {
  return reason in usersStates;
}

export function notCommittedBecause(reason: SpokenReason, why: string): NotCommitted {
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

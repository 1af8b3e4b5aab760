import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { nonce } from '@mem/fs-node/internal';
import { GitError } from './git-error.js';
import { cleanIdentity } from './identity.js';
import { BranchMoved, hasMoved } from './import-commits.js';
import { type ImportOptions, timeOf } from './import-stream.js';
import type { PlannedCommit } from './plan-commits.js';
import { gitIn, type Repository } from './repository.js';
import type { GitCallOptions } from './run-git.js';
import type { WorkFolder } from './work-folder.js';

/** A hook may run the tests of a whole project. */
const hookTimeout = 120_000;

/**
 * Makes the commits step by step, with the hooks and the signing that the caller asked for, and
 * then moves the branch, if it is still where it was. An index of its own keeps the user's as it is.
 *
 * @param beforeMoving called with the ids when the commits are made and the branch is not moved
 * @throws BranchMoved, GitError, also when a hook says no
 */
export async function commitWithPrograms(
  folder: WorkFolder,
  repository: Repository,
  commits: readonly PlannedCommit[],
  options: ImportOptions,
  beforeMoving: (ids: readonly string[]) => void,
): Promise<void> {
  const scratch = {
    index: folder.path(`index-${nonce()}`),
    message: folder.path(`text-${nonce()}`),
  };
  const maker = new CommitMaker(repository, options, scratch);
  const ids: string[] = [];
  try {
    for (const commit of commits)
      ids.push(await maker.make(commit, ids.at(-1) ?? options.head.commit));
    beforeMoving(ids);
    await moveBranch(repository, options, ids.at(-1) ?? '');
    await maker.runHook('post-commit').catch(() => {});
  } finally {
    for (const path of Object.values(scratch)) rmSync(path, { force: true });
  }
}

class CommitMaker {
  readonly #repository: Repository;
  readonly #options: ImportOptions;
  readonly #scratch: { readonly index: string; readonly message: string };

  constructor(
    repository: Repository,
    options: ImportOptions,
    scratch: { index: string; message: string },
  ) {
    this.#repository = repository;
    this.#options = options;
    this.#scratch = scratch;
  }

  async make(commit: PlannedCommit, parent: string | undefined): Promise<string> {
    await this.#git(parent === undefined ? ['read-tree', '--empty'] : ['read-tree', parent]);
    await this.#git(['update-index', '-z', '--index-info'], { input: await this.#entries(commit) });
    await this.runHook('pre-commit');
    const tree = await this.#git(['write-tree']);
    const input = await this.#message(commit.message);
    const parents = [...(parent === undefined ? [] : [parent]), ...(commit.merges ?? [])];
    const sign = this.#repository.program.sign ? ['-S'] : [];
    const args = ['commit-tree', ...sign, ...parents.flatMap((id) => ['-p', id]), '-F', '-', tree];
    return await this.#git(args, { input, variables: this.#names(commit), timeout: hookTimeout });
  }

  /** Nothing where hooks are not asked for, or the repository has none of that name. */
  async runHook(name: string, ...values: string[]): Promise<void> {
    if (!this.#repository.program.hooks) return;
    const args = [
      'hook',
      'run',
      '--ignore-missing',
      name,
      ...(values.length > 0 ? ['--'] : []),
      ...values,
    ];
    await this.#git(args, { timeout: hookTimeout });
  }

  async #entries({ files }: PlannedCommit): Promise<string> {
    const absent = '0'.repeat(this.#repository.objectFormat === 'sha256' ? 64 : 40);
    let entries = '';
    for (const file of files) {
      const { path, mode } = this.#options.place(file);
      const id =
        file.bytes && (await this.#git(['hash-object', '-w', '--stdin'], { input: file.bytes }));
      entries += id === null ? `0 ${absent}\t${path}\0` : `${mode} ${id}\t${path}\0`;
    }
    return entries;
  }

  async #message(text: string): Promise<string> {
    if (!this.#repository.program.hooks) return text;
    writeFileSync(this.#scratch.message, text, { mode: 0o600 });
    await this.runHook('prepare-commit-msg', this.#scratch.message, 'message');
    await this.runHook('commit-msg', this.#scratch.message);
    return readFileSync(this.#scratch.message, 'utf8');
  }

  #names({ maker, at }: PlannedCommit): Record<string, string> {
    const { identities, now } = this.#options;
    const author = maker.author ? cleanIdentity(maker.author) : identities.author;
    return {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_AUTHOR_DATE: timeOf(at),
      GIT_COMMITTER_NAME: identities.committer.name,
      GIT_COMMITTER_EMAIL: identities.committer.email,
      GIT_COMMITTER_DATE: timeOf(now),
    };
  }

  async #git(args: readonly string[], options: GitCallOptions = {}): Promise<string> {
    const { index: indexFile } = this.#scratch;
    const { stdout } = await gitIn(this.#repository, args, { ...options, writes: true, indexFile });
    return stdout.toString('latin1').trim();
  }
}

async function moveBranch(
  repository: Repository,
  { head }: ImportOptions,
  commit: string,
): Promise<void> {
  const before = head.commit ?? '0'.repeat(commit.length);
  const args = [
    'update-ref',
    '-m',
    'commit (mem)',
    '--end-of-options',
    head.branch,
    commit,
    before,
  ];
  try {
    await gitIn(repository, args, { writes: true });
  } catch (error) {
    if (error instanceof GitError && hasMoved(error.detail)) throw new BranchMoved();
    throw error;
  }
}

import { readFileSync } from 'node:fs';
import type { StoragePath } from '@mem/core';
import { GitError } from './git-error.js';
import { notCommittedDuring, Obstacle } from './not-committed.js';
import { commonDir, gitIn, type Repository } from './repository.js';

export interface Head {
  /** The full name of the branch that is checked out. */
  readonly branch: string;
  /** Its commit; undefined before the first one. */
  readonly commit: string | undefined;
}

const pseudoReferences = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'] as const;

/** @throws Obstacle when no branch is checked out, or something is in progress */
export async function readHead(repository: Repository): Promise<Head> {
  const branch = branchFile(repository);
  const commit = branch === undefined ? undefined : commitFile(repository, branch);
  return branch !== undefined && commit !== undefined
    ? { branch, commit }
    : await askForHead(repository, branch);
}

/** For references that are packed, or kept in another way than as files. */
async function askForHead(repository: Repository, known: string | undefined): Promise<Head> {
  const branch = known ?? (await branchOf(repository));
  const input = `${['HEAD', ...pseudoReferences].join('\n')}\n`;
  const { stdout } = await gitIn(repository, ['cat-file', '--batch-check'], { input });
  const [head, merge, pick, revert] = stdout.toString('latin1').split('\n').map(commitIn);
  if (merge) throw new Obstacle(notCommittedDuring('merge'));
  if (pick) throw new Obstacle(notCommittedDuring('cherry-pick'));
  if (revert) throw new Obstacle(notCommittedDuring('revert'));
  if (branch === undefined) throw new Obstacle(notCommittedDuring('detached'));
  return { branch, commit: head };
}

function commitIn(line: string): string | undefined {
  return /^([0-9a-f]{40,64}) commit /.exec(line)?.[1];
}

/** Without a call of git, where HEAD is the file it has always been. */
export function branchFile({ gitDir }: Repository): string | undefined {
  try {
    const text = readFileSync(`${gitDir}/HEAD`, 'utf8');
    const name = /^ref: (refs\/heads\/[^\s\\]+)\n?$/.exec(text)?.[1];
    // No branch has such a name; newer storages of references put one there for old programs.
    return name === undefined || /\/\.|\.\./.test(name) ? undefined : name;
  } catch {
    return undefined;
  }
}

/** Where the branch has a file of its own: that counts, whatever is packed. */
function commitFile(repository: Repository, branch: string): string | undefined {
  try {
    const text = readFileSync(`${commonDir(repository)}/${branch}`, 'latin1');
    return /^([0-9a-f]{40}(?:[0-9a-f]{24})?)\n?$/.exec(text)?.[1];
  } catch {
    return undefined;
  }
}

async function branchOf(repository: Repository): Promise<string | undefined> {
  try {
    const { stdout } = await gitIn(repository, ['symbolic-ref', '--quiet', 'HEAD']);
    const name = stdout.toString('utf8').trim();
    return name.startsWith('refs/heads/') ? name : undefined;
  } catch (error) {
    if (error instanceof GitError && error.exitCode === 1) return undefined;
    throw error;
  }
}

export interface TreeFile {
  readonly mode: string;
  readonly id: string;
}

/** What a commit holds of the memory directory, by the paths inside that. */
export async function readTree(
  repository: Repository,
  commit: string | undefined,
): Promise<Map<StoragePath, TreeFile>> {
  const files = new Map<StoragePath, TreeFile>();
  if (commit === undefined) return files;
  const { prefix } = repository;
  const where = prefix === '' ? [] : ['--', prefix];
  const args = ['ls-tree', '-r', '-z', '--full-tree', commit, ...where];
  const { stdout } = await gitIn(repository, args, { maxOutput: 1024 * 1024 * 1024 });
  for (const record of stdout.toString('utf8').split('\0')) {
    const tab = record.indexOf('\t');
    const [mode = '', , id = ''] = record.slice(0, tab).split(' ');
    const path = record.slice(tab + 1);
    if (tab > 0 && path.startsWith(prefix)) {
      files.set(path.slice(prefix.length) as StoragePath, { mode, id });
    }
  }
  return files;
}

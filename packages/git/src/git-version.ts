import { GitError } from './git-error.js';
import type { GitProgram } from './git-program.js';
import { runGit } from './run-git.js';

/**
 * The oldest git that is used, of March 2021: from this version on settings can be given with any
 * name in them, which is what it takes to turn off everything that a repository could make git run.
 */
export const oldestGit = [2, 31] as const;

/** The versions of commands that were asked already: one look a process is enough. */
const known = new Map<string, Promise<void>>();

/** @throws GitError `missing` or `too-old` */
export function requireGit(program: GitProgram, cwd: string): Promise<void> {
  const key = `${program.command ?? 'git'}\n${(program.environment ?? process.env).PATH ?? ''}`;
  const present = known.get(key);
  if (present) return present;
  const check = checkVersion(program, cwd);
  known.set(key, check);
  // It may be installed while this process runs.
  check.catch(() => known.delete(key));
  return check;
}

async function checkVersion(program: GitProgram, cwd: string): Promise<void> {
  const { stdout } = await runGit(program, { cwd }, ['version']);
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout.toString('utf8')) ?? [];
  const found = [Number(major), Number(minor)] as const;
  if (found[0] > oldestGit[0] || (found[0] === oldestGit[0] && found[1] >= oldestGit[1])) return;
  const has = major === undefined ? 'is of an unknown version' : `is version ${major}.${minor}`;
  throw new GitError(
    'too-old',
    `git ${has}, and ${oldestGit.join('.')} or later is needed. Update git, or use the memory without history.`,
  );
}

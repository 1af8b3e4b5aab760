import { mkdirSync, writeFileSync } from 'node:fs';
import { findRepository, type HistoryMode, privateGitDir } from './find-repository.js';
import type { GitProgram } from './git-program.js';
import { notCommitted, Obstacle } from './not-committed.js';
import type { Repository } from './repository.js';
import { runGit } from './run-git.js';

/**
 * Makes the repository that the mode asks for. `auto` and `host` adopt only what is there.
 *
 * @throws Obstacle, GitError
 */
export async function createRepository(
  program: GitProgram,
  root: string,
  mode: HistoryMode,
): Promise<Repository> {
  if (mode === 'auto' || mode === 'host') throw new Obstacle(notCommitted('no-repository'));
  if (mode === 'own') await refuseTracked(program, root);
  await (mode === 'own' ? createOwn(program, root) : createPrivate(program, root));
  const repository = await findRepository(program, root, mode);
  if (repository === undefined) throw new Obstacle(notCommitted('no-repository'));
  return repository;
}

/** A repository inside another one hides from it the files that it already has. */
async function refuseTracked(program: GitProgram, root: string): Promise<void> {
  const around = await findRepository(program, root, 'host');
  if (around === undefined) return;
  const { stdout } = await runGit(program, { cwd: root }, ['ls-files', '-z', '--', '.']);
  if (stdout.length > 0) throw new Obstacle(notCommitted('tracked-outside'));
}

/** No conversion of line ends, also in clones of the repository. */
export const repositoryAttributes = '* -text\n';

/** Says in the repository itself that nobody converts line ends, also in clones of it. */
async function createOwn(program: GitProgram, root: string): Promise<void> {
  await runGit(program, { cwd: root }, ['init', '--quiet', '--template='], { writes: true });
  try {
    writeFileSync(`${root}/.gitattributes`, repositoryAttributes, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function createPrivate(program: GitProgram, root: string): Promise<void> {
  const gitDir = privateGitDir(root);
  mkdirSync(gitDir, { recursive: true, mode: 0o700 });
  const args = ['init', '--quiet', '--bare', '--template=', '--initial-branch=main'];
  await runGit(program, { cwd: gitDir }, args, { writes: true });
}

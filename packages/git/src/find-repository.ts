import { existsSync, realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { hiddenFolder } from '@mem/fs-node/internal';
import { GitError } from './git-error.js';
import type { GitProgram } from './git-program.js';
import { requireGit } from './git-version.js';
import { hasRepository } from './kept-history.js';
import { notCommitted, notCommittedBecause, Obstacle } from './not-committed.js';
import type { Repository } from './repository.js';
import { type GitPlace, runGit } from './run-git.js';

/**
 * Which repository keeps the history: one of the three kinds, or `auto`: a private history where
 * there is one, else the nearest repository, that of the directory itself or one around it.
 */
export type HistoryMode = 'auto' | 'host' | 'own' | 'private';

/**
 * The repository that is there, or undefined when this mode has none yet. Nothing is made.
 *
 * @throws Obstacle, GitError
 */
export async function findRepository(
  program: GitProgram,
  directory: string,
  mode: HistoryMode,
): Promise<Repository | undefined> {
  const root = realDirectory(directory);
  if (root === undefined) return undefined;
  await requireGit(program, root);
  const hasPrivate = existsSync(privateGitDir(root));
  if (mode === 'private' || (mode === 'auto' && hasPrivate)) {
    return hasPrivate ? await privateRepository(program, root) : undefined;
  }
  if (mode === 'own' && !existsSync(`${root}/.git`)) return undefined;
  const found = await surroundingRepository(program, root);
  await refusePassedOver(program, root, found?.workTree);
  return found;
}

/**
 * Git passes over a `.git` that it does not take for a repository and goes on upwards: what was
 * kept there would seem to have never been.
 */
async function refusePassedOver(
  program: GitProgram,
  root: string,
  found: string | undefined,
): Promise<void> {
  for (let folder = root; folder !== found; folder = dirname(folder)) {
    if (hasRepository(folder) && !(await isUsable(program, folder))) {
      throw damaged(`${relative(root, folder) || '.'}/.git`);
    }
    if (dirname(folder) === folder) return;
  }
}

/** One that lies beyond a mount or a ceiling is none of ours, and in order. */
async function isUsable(program: GitProgram, folder: string): Promise<boolean> {
  try {
    const place = { cwd: folder, gitDir: `${folder}/.git` };
    await runGit(program, place, ['rev-parse', '--git-dir']);
    return true;
  } catch (error) {
    if (error instanceof GitError && error.failure === 'no-repository') return false;
    throw error;
  }
}

function damaged(place: string): Obstacle {
  const folder = place.split(sep).join('/').replace(/^\.\//, '');
  return new Obstacle(
    notCommittedBecause(
      'damaged',
      `${folder} is there, but git does not take it for a repository: a file of it, as HEAD, is damaged. Bring it back from a backup; to begin a new history instead, move ${folder} away and say \`mem init --git\`.`,
    ),
  );
}

export function privateGitDir(root: string): string {
  return `${root}/${hiddenFolder}/history.git`;
}

/** The directory with links resolved; undefined while it does not exist. */
function realDirectory(directory: string): string | undefined {
  try {
    return realpathSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function privateRepository(program: GitProgram, root: string): Promise<Repository> {
  const gitDir = privateGitDir(root);
  const place = { cwd: root, gitDir, workTree: root };
  const { stdout } = await runGit(program, place, ['rev-parse', '--show-object-format']).catch(
    (error: unknown) => {
      const isNone = error instanceof GitError && error.failure === 'no-repository';
      throw isNone ? damaged(`${hiddenFolder}/history.git`) : error;
    },
  );
  const objectFormat = formatOf(stdout.toString('utf8').trim());
  const filters = await readFilters(program, place);
  return { kind: 'private', program, gitDir, workTree: root, prefix: '', objectFormat, filters };
}

const questions = [
  '--is-bare-repository',
  '--is-inside-git-dir',
  '--show-object-format',
  '--show-cdup',
  '--absolute-git-dir',
];

async function surroundingRepository(
  program: GitProgram,
  root: string,
): Promise<Repository | undefined> {
  const text = await ask(program, root);
  if (text === undefined) return undefined;
  // Only the last answer is a path, which may hold line ends itself.
  const [bare, inside, format = '', up = '', ...gitDir] = text.replace(/\n$/, '').split('\n');
  if (bare === 'true' || inside === 'true') throw new Obstacle(notCommitted('bare'));
  const workTree = resolve(root, up);
  const inTree = relative(workTree, root).split(sep).join('/');
  return {
    kind: inTree === '' ? 'own' : 'host',
    program,
    gitDir: gitDir.join('\n'),
    workTree,
    prefix: inTree === '' ? '' : `${inTree}/`,
    objectFormat: formatOf(format),
    filters: await readFilters(program, { cwd: root }),
  };
}

async function readFilters(program: GitProgram, place: GitPlace): Promise<string[]> {
  const args = ['config', '-z', '--name-only', '--get-regexp', '^filter\\.'];
  const { stdout } = await runGit(program, place, args, { answers: [1] });
  const names = new Set<string>();
  for (const setting of stdout.toString('utf8').split('\0')) {
    const name = /^filter\.(.*)\.[^.]+$/s.exec(setting)?.[1];
    if (name !== undefined) names.add(name);
  }
  return [...names];
}

async function ask(program: GitProgram, root: string): Promise<string | undefined> {
  try {
    const { stdout } = await runGit(program, { cwd: root }, ['rev-parse', ...questions]);
    return stdout.toString('utf8');
  } catch (error) {
    if (error instanceof GitError && error.failure === 'no-repository') return undefined;
    throw error;
  }
}

function formatOf(text: string): Repository['objectFormat'] {
  return text === 'sha256' ? 'sha256' : 'sha1';
}

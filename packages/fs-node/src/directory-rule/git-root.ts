import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

export interface GitRoots {
  /** The folder that holds `.git`: a checkout, or one of its worktrees. */
  readonly worktree: string;
  /** The main checkout that all worktrees share; the repository itself when it is bare. */
  readonly main: string;
}

/** The repository around the directory, found by reading files: git is not run. */
export function findGitRoots(directory: string): GitRoots | undefined {
  for (let folder = directory; ; folder = dirname(folder)) {
    const marker = join(folder, '.git');
    const kind = kindOf(marker);
    if (kind === 'directory') return { worktree: folder, main: folder };
    if (kind === 'file') return { worktree: folder, main: mainRoot(folder, marker) };
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * A `.git` file leads to the repository's folder for this checkout. Only a worktree's folder has
 * `commondir`; a submodule's has not, and is a project of its own.
 *
 * A folder that came from somewhere could hold a `.git` file that claims to be a worktree of
 * another project, to get at its memory: so the repository must confirm the worktree.
 */
function mainRoot(worktree: string, marker: string): string {
  const gitDirectory = afterPrefix(readLine(marker), 'gitdir:');
  if (!gitDirectory) return worktree;
  const own = resolve(worktree, gitDirectory);
  const common = readLine(join(own, 'commondir'));
  if (!common) return worktree;
  const shared = resolve(own, common);
  if (dirname(own) !== join(shared, 'worktrees') || !pointsBack(own, marker)) return worktree;
  return realPath(basename(shared) === '.git' ? dirname(shared) : shared) ?? worktree;
}

function pointsBack(own: string, marker: string): boolean {
  const back = readLine(join(own, 'gitdir'));
  if (!back) return false;
  const target = realPath(resolve(own, back));
  return target !== undefined && target === realPath(marker);
}

function afterPrefix(line: string | undefined, prefix: string): string | undefined {
  return line?.startsWith(prefix) ? line.slice(prefix.length).trim() : undefined;
}

function readLine(path: string): string | undefined {
  try {
    if (statSync(path).size > 16_384) return undefined;
    return readFileSync(path, 'utf8').split('\n', 1)[0]?.trim();
  } catch {
    return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function kindOf(path: string): 'directory' | 'file' | undefined {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.isDirectory()) return 'directory';
  return status?.isFile() ? 'file' : undefined;
}

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileStatus } from './file-status.js';

export interface SparsePlace {
  readonly workTree: string;
  readonly gitDir: string;
  /** The memory directory in the working tree: empty, or a path without a slash at its end. */
  readonly folder: string;
}

/**
 * The working tree around the directory, where that is or was a sparse checkout. Reads no more than
 * a few file states, since every write asks.
 */
export function sparsePlace(directory: string): SparsePlace | undefined {
  const root = realPath(resolve(directory));
  for (let workTree = root; ; workTree = dirname(workTree)) {
    const gitDir = gitDirOf(workTree);
    if (gitDir !== undefined) {
      if (!existsSync(join(gitDir, 'info/sparse-checkout'))) return undefined;
      return { workTree, gitDir, folder: relative(workTree, root).split(sep).join('/') };
    }
    if (dirname(workTree) === workTree) return undefined;
  }
}

/** With links resolved as far as there are folders. */
function realPath(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(realPath(dirname(path)), relative(dirname(path), path));
}

function gitDirOf(workTree: string): string | undefined {
  const place = join(workTree, '.git');
  const status = fileStatus(place);
  if (status?.isDirectory()) return place;
  const target = status?.isFile()
    ? /^gitdir: ([^\n]+)\n?$/.exec(readFileSync(place, 'utf8'))?.[1]
    : undefined;
  return target === undefined ? undefined : resolve(workTree, target);
}

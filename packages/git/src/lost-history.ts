import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { attributesLine } from './attributes-line.js';

/**
 * - `around`: the repository around the directory has its changes, and the note of that in `.mem/`
 *   is gone
 * - `gone`: there was a history, and it is gone, or what says where it is
 */
export type LostHistory = 'around' | 'gone';

/**
 * What tells that changes of a directory were committed, of which none is now; undefined where
 * nothing does. Reads no more than a few small files.
 */
export function lostHistory(directory: string): LostHistory | undefined {
  const root = realDirectory(directory);
  if (root === undefined) return undefined;
  if (isMarkedAround(root)) return 'around';
  return existsSync(join(root, '.mem/git/committed')) ? 'gone' : undefined;
}

/** A clone to which memories of this directory were committed says so in its attributes. */
function isMarkedAround(root: string): boolean {
  for (let folder = dirname(root); ; folder = dirname(folder)) {
    const attributes = attributesOf(join(folder, '.git'));
    if (attributes !== undefined) {
      const prefix = `${relative(folder, root).split(sep).join('/')}/`;
      return attributes.split('\n').includes(attributesLine(prefix));
    }
    if (dirname(folder) === folder) return false;
  }
}

/** Undefined where there is no repository. */
function attributesOf(git: string): string | undefined {
  const status = statSync(git, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  const gitDir = status.isFile()
    ? resolve(
        dirname(git),
        text(git)
          .replace(/^gitdir: /, '')
          .trim(),
      )
    : git;
  const common = resolve(gitDir, text(join(gitDir, 'commondir')).trim() || '.');
  return text(join(common, 'info/attributes'));
}

function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function realDirectory(directory: string): string | undefined {
  try {
    return realpathSync(directory);
  } catch {
    return undefined;
  }
}

/** For a person, after a change: commits must not stop without a word. */
export function lostHistoryLine(lost: LostHistory): string {
  return `not committed: ${lines[lost]}, \`mem init --no-git\` says that none is wanted.`;
}

const lines = {
  around:
    'changes here were committed to the repository around the directory, and what said so in .mem is gone. `mem init --git` goes on with it',
  gone: 'changes here were committed, and that history is gone, or what said where it is. `mem init --git` begins one',
} as const;

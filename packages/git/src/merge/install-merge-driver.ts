import { readFile, writeFile } from 'node:fs/promises';
import { MemoryError } from '@mem/core';
import { requireRepository } from '../history/require-repository.js';
import { gitIn } from '../repository.js';
import type { GitOptions } from '../with-git.js';

export interface InstallDriverOptions extends Pick<GitOptions, 'git' | 'mode'> {
  /** What git shall run, as words for a shell; `mem merge-driver` when omitted. */
  readonly command?: string;
}

export interface InstalledDriver {
  /** True when the directory's `.gitattributes` got the rule; false when it had it already. */
  readonly isNew: boolean;
}

const rule = '*.md merge=mem';

/**
 * Lets git itself merge memories by this package: a rule in the directory's `.gitattributes`, to be
 * committed for all, and the command in the configuration of this clone, as git asks it of each.
 *
 * @throws MemoryError NOT_FOUND outside of a repository, REFUSED for a private history
 */
export async function installMergeDriver(
  directory: string,
  options: InstallDriverOptions = {},
): Promise<InstalledDriver> {
  const { command = 'mem merge-driver', ...rest } = options;
  const repository = await requireRepository(directory, rest);
  if (repository.kind === 'private') {
    throw new MemoryError(
      'REFUSED',
      'A private history is merged by mem alone, so git needs no merge driver there.',
    );
  }
  const settings = [
    ['merge.mem.name', 'agent memory: headers by field, bodies by line'],
    ['merge.mem.driver', `${command} %O %A %B %P`],
  ] as const;
  for (const [key, value] of settings) {
    await gitIn(repository, ['config', '--local', '--replace-all', key, value], { writes: true });
  }
  return { isNew: await addRule(`${repository.workTree}/${repository.prefix}.gitattributes`) };
}

async function addRule(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (text.split(/\r?\n/).includes(rule)) return false;
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  await writeFile(path, `${text}${gap}${rule}\n`);
  return true;
}

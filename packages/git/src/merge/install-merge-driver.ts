import { readFile, writeFile } from 'node:fs/promises';
import { isMemoryError, MemoryError } from '@mem/core';
import { blobId } from '../blob-id.js';
import { readHead, readTree } from '../head.js';
import { requireRepository } from '../history/require-repository.js';
import { makerOf } from '../maker-of.js';
import { Obstacle } from '../not-committed.js';
import { gitIn } from '../repository.js';
import { landCommit, Overtaken } from '../sync/land-commit.js';
import { withNewCommit } from '../sync/make-commit.js';
import { rulesPath } from '../sync/merge-rules.js';
import { openSyncWorld } from '../sync/sync-world.js';
import type { GitOptions } from '../with-git.js';

export interface InstallDriverOptions extends Pick<GitOptions, 'git' | 'mode'> {
  /** What git shall run, as words for a shell; `mem merge-driver` when omitted. */
  readonly command?: string;
}

export interface InstalledDriver {
  /** True when the directory's `.gitattributes` got the rule; false when it had it already. */
  readonly isNew: boolean;
  /**
   * The commit that brought the rule, in a repository of the directory's own. Absent where that is
   * left to its owner: among other things, beside edits of the file, or while nothing can be
   * committed.
   */
  readonly commit?: string;
}

const rule = '*.md merge=mem';

/**
 * Lets git itself merge memories by this package: a rule in the directory's `.gitattributes`, for
 * all, and the command in the configuration of this clone, as git asks it of each.
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
  const added = await addRule(`${repository.workTree}/${repository.prefix}${rulesPath}`);
  if (added === undefined) return { isNew: false };
  const commit =
    repository.kind === 'own'
      ? await commitRules({ ...rest, directory, tool: 'mem' }, added).catch(withoutCommit)
      : undefined;
  return { isNew: true, ...(commit === undefined ? {} : { commit }) };
}

/** The rule is there; whoever commits next finds it. */
function withoutCommit(error: unknown): undefined {
  if (isMemoryError(error) || error instanceof Obstacle || error instanceof Overtaken) return;
  throw error;
}

interface AddedRule {
  readonly before: string | undefined;
  readonly after: string;
}

async function commitRules(
  options: GitOptions,
  { before, after }: AddedRule,
): Promise<string | undefined> {
  const world = await openSyncWorld(options);
  const { repository } = world;
  const { commit: from } = await readHead(repository);
  const old = (await readTree(repository, from)).get(rulesPath);
  const present = before === undefined ? undefined : Buffer.from(before);
  if ((present && blobId(repository.objectFormat, present)) !== old?.id) return undefined;
  const rules = { from: old, to: Buffer.from(after), mode: '100644' };
  const planned = {
    parent: from,
    subject: 'let git merge memories by mem',
    trailers: [],
    maker: makerOf(options),
    files: new Map([[rulesPath, rules]]),
  };
  return await withNewCommit(repository, planned, async (commit) => {
    await landCommit(world, { commit, from, files: new Map(), rules });
    return commit;
  });
}

/** Undefined when the rule was there. */
async function addRule(path: string): Promise<AddedRule | undefined> {
  const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const text = before ?? '';
  if (text.split(/\r?\n/).includes(rule)) return undefined;
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  const after = `${text}${gap}${rule}\n`;
  await writeFile(path, after);
  return { before, after };
}

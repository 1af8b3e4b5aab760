import { resolve } from 'node:path';
import { isMemoryError, StorageError } from '@mem/core';
import type { InstalledDriver } from '@mem/git';
import { UsageError } from '../arguments/usage-error.js';
import { type Call, defineCommand, type Outcome } from '../command.js';
import { notSo } from '../exit-code.js';
import { driverNotes } from '../history/driver-notes.js';
import { shortId } from '../history/recorded.js';
import { type Page, styled } from '../terminal/page.js';

const options = {
  install: {
    type: 'boolean',
    description: 'let git merge the memories of this directory so, in this clone',
  },
} as const;

export const mergeDriver = defineCommand({
  usage: 'merge-driver %O %A %B %P | --install',
  summary: 'merge memory files for git: headers field by field, bodies line by line',
  details:
    'Git calls it with the version before, ours, theirs, and the path; the result goes into the\nsecond file. Exit 1: a person must look. Lines of the body that contradict each other then stand\nbetween marks; of a field ours stands, and a line on standard error tells the other value.',
  options,
  positionals: [0, 4],
  completes: 'file',
  examples: ['mem merge-driver --install', 'git merge origin/main'],
  async run(call) {
    if (!call.options.install) return mergeFiles(call);
    if (call.positionals.length > 0) throw new UsageError('--install takes no files.');
    return install(call);
  },
});

async function mergeFiles({ positionals, world }: Call<typeof options>): Promise<Outcome> {
  const [base, ours, theirs, path] = positionals;
  if (base === undefined || ours === undefined || theirs === undefined || path === undefined) {
    throw new UsageError('Git gives four arguments: %O %A %B %P. Set it up with --install.');
  }
  const { mergeDriver: merge } = await import('@mem/git');
  const place = (file: string) => resolve(world.workingDirectory, file);
  const { isClean, conflicts } = await readable(() =>
    merge({ base: place(base), ours: place(ours), theirs: place(theirs), path }),
  );
  return {
    json: { path, isClean, conflicts },
    page: [],
    notes: driverNotes(path, conflicts),
    exitCode: isClean ? 0 : notSo,
  };
}

async function readable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isMemoryError(error) || code === undefined) throw error;
    throw new StorageError(`A file to merge could not be read or written (${code}).`, {
      operation: 'merge',
      cause: error,
    });
  }
}

async function install({ readHistory, world }: Call<typeof options>): Promise<Outcome> {
  const { driverCommand } = await import('../history/driver-command.js');
  const command = driverCommand(world);
  const { directory, result } = await readHistory(async ({ options: given }) => {
    const { installMergeDriver } = await import('@mem/git');
    return installMergeDriver(given.directory, { ...given, command });
  });
  return {
    json: { directory, command, isNew: result.isNew, commit: result.commit ?? null },
    page: [
      'Git merges memories with ',
      styled('bold', command),
      ' in this clone.\n',
      ...ruleLines(result),
    ],
  };
}

/** The rule goes to all; the command each clone has to be told itself. */
function ruleLines({ isNew, commit }: InstalledDriver): Page {
  if (!isNew) return ['.gitattributes had the rule already.\n'];
  return [
    commit === undefined
      ? 'Its rule in .gitattributes is not committed yet: commit that file.\n'
      : `Committed its rule in .gitattributes: ${shortId(commit)}\n`,
    'The others need "mem merge-driver --install" in their clones too.\n',
  ];
}

import { UsageError } from '../arguments/usage-error.js';
import { defineCommand } from '../command.js';
import { recordedLine, storageWarnings } from '../history/recorded.js';
import { styled } from '../terminal/page.js';
import { problemJson, warningNotes } from '../view.js';

export const restore = defineCommand({
  usage: 'restore NAME|--all --at REVISION',
  summary: 'give a memory, or all of them, the contents of an earlier commit',
  details:
    'A change like any other: it is committed, and "mem undo" takes it back. NAME may be a memory\nthat was deleted. With --all, memories that did not exist then are removed; logs\nstay as they are.',
  options: {
    all: { type: 'boolean', description: 'all memories, and the index' },
    at: { type: 'string', value: 'REVISION', description: 'the commit, as "mem log" shows it' },
  },
  positionals: [0, 1],
  completes: 'entry',
  examples: ['mem restore release-rules --at HEAD~1', 'mem restore --all --at 1a2b3c4d5e'],
  async run({ options, positionals, world, guard, write }) {
    const [target] = positionals;
    const { at } = options;
    if (at === undefined) throw new UsageError('--at is missing: which commit? See "mem log".');
    if ((target === undefined) === (options.all === undefined)) {
      throw new UsageError('Name one memory, or give --all.');
    }
    const { directory, result, warnings, history } = await write(async (_, git, storage) => {
      const { requireGit } = await import('../history/read-history.js');
      const work = requireGit(git);
      const what = target === undefined ? ({ all: true } as const) : await work.findEntry(target);
      const done = await work.history.restore(what, at);
      const { secretWarnings } = await import('../history/secret-warnings.js');
      return {
        ...done,
        secrets: await secretWarnings(storage, done.changed, await guard(), world),
      };
    });
    const { changed } = result;
    const all = [...storageWarnings(result.warnings), ...result.secrets, ...warnings];
    return {
      json: { directory, changed, warnings: all.map(problemJson), history },
      page: [
        ...(changed.length === 0 ? ['Already so.\n'] : []),
        ...changed.flatMap((path) => ['Restored ', styled('bold', path), '\n']),
        ...recordedLine(history),
      ],
      notes: warningNotes(all),
    };
  },
});

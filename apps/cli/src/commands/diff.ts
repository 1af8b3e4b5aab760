import type { EntryDiff } from '@mem/git';
import { defineCommand } from '../command.js';
import { diffPage } from '../history/diff-page.js';

export const diff = defineCommand({
  usage: 'diff [NAME] [--from REVISION] [--to REVISION]',
  summary: 'show what differs between two moments of the history',
  details:
    'Without --from: since the last commit. Without --to: up to what the directory holds now. A\nrevision is a commit as "mem log" shows it, HEAD~2, a branch, or whatever git takes for one.',
  options: {
    from: { type: 'string', value: 'REVISION', description: 'the commit to compare with (HEAD)' },
    to: { type: 'string', value: 'REVISION', description: 'the commit that is compared (now)' },
  },
  positionals: [0, 1],
  completes: 'entry',
  examples: [
    'mem diff',
    'mem diff release-rules --from HEAD~3',
    'mem diff --from HEAD~1 --to HEAD',
  ],
  async run({ options: { from, to }, positionals, world, readHistory }) {
    const [target] = positionals;
    const { directory, result: entries } = await readHistory(async (git) => {
      const path = target === undefined ? undefined : await git.findEntry(target);
      return git.history.diff({
        ...(path !== undefined && { path }),
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      });
    });
    return {
      json: { directory, entries: entries.map(diffJson) },
      page: diffPage(entries, world.outputIsTerminal),
      notes: entries.length === 0 ? ['Nothing differs.\n'] : [],
    };
  },
});

export function diffJson({ path, from, action, name, fields, body, text, isText }: EntryDiff) {
  return { path, from: from ?? null, action, name, fields, body, text, isText };
}

import type { CommitRecord } from '@mem/git';
import { moment } from '../arguments/moment.js';
import { wholeNumber } from '../arguments/whole-number.js';
import { defineCommand } from '../command.js';
import { shortId } from '../history/recorded.js';
import { type Piece, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';

export const log = defineCommand({
  usage: 'log [NAME] [--limit N] [--since WHEN]',
  summary: 'list the changes of the memories, or of one, newest first',
  details: 'Of one memory also those from before it was renamed, and of one that was deleted.',
  options: {
    limit: { type: 'string', value: 'N', description: 'at most so many changes (1000)' },
    since: {
      type: 'string',
      value: 'WHEN',
      description: 'only changes since then: 2026-03-05, 12h, 7d, 3w, 1y',
    },
  },
  positionals: [0, 1],
  completes: 'entry',
  examples: ['mem log --limit 10', 'mem log release-rules', 'mem log --since 7d --json'],
  async run({ options, positionals, world, readHistory }) {
    const [target] = positionals;
    const limit = wholeNumber('limit', options.limit);
    const since = moment('since', options.since, world.now());
    const { directory, result: commits } = await readHistory(async (git) => {
      const path = target === undefined ? undefined : await git.findEntry(target);
      return git.history.log({
        ...(path !== undefined && { path }),
        ...(limit !== undefined && { limit }),
        ...(since !== undefined && { since }),
      });
    });
    return {
      json: { directory, commits: commits.map(commitJson) },
      page: commits.flatMap(commitLine),
      notes: commits.length === 0 ? ['No changes are in the history.\n'] : [],
    };
  },
});

function commitJson({
  id,
  parents,
  author,
  date,
  subject,
  message,
  trailers,
  files,
}: CommitRecord) {
  return { id, parents, author, date, subject, message, trailers, files };
}

function commitLine({ id, date, author, subject }: CommitRecord): Piece[] {
  return [
    styled('yellow', shortId(id)),
    `  ${date.slice(0, 10)} ${date.slice(11, 16)}  `,
    styled('cyan', author.name),
    `  ${oneLine(subject)}\n`,
  ];
}

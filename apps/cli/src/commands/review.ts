import type { Review, ReviewedEntry } from '@mem/git';
import { moment } from '../arguments/moment.js';
import { UsageError } from '../arguments/usage-error.js';
import { defineCommand } from '../command.js';
import { diffJson } from './diff.js';

export const review = defineCommand({
  usage: 'review [--since WHEN|REVISION] [--until REVISION] [--markdown]',
  summary: 'tell what changed in the memories, by memory and by author',
  details:
    'For whoever wants to know what an agent has learned. --markdown prints a report for a pull\nrequest, in which no text of a memory can pass for the report’s own.',
  options: {
    since: {
      type: 'string',
      value: 'WHEN',
      description:
        'since then (2026-03-05, 12h, 7d, 3w, 1y) or since a commit; else from the start',
    },
    until: { type: 'string', value: 'REVISION', description: 'up to this commit (now)' },
    markdown: { type: 'boolean', description: 'as Markdown' },
  },
  positionals: [0, 0],
  examples: ['mem review --since 7d', 'mem review --since origin/main --markdown > report.md'],
  async run({ options: { since, until, markdown }, world, readHistory }) {
    const from = since === undefined ? undefined : momentOrRevision(since, world.now());
    const { directory, result } = await readHistory(async (git) => {
      const { reviewMemory, renderReviewMarkdown, renderReviewText } = await import('@mem/git');
      const { directory: place, ...rest } = git.options;
      const found = await reviewMemory(place, {
        ...rest,
        ...(from !== undefined && { since: from }),
        ...(until !== undefined && { until }),
      });
      const text = markdown ? renderReviewMarkdown(found) : renderReviewText(found);
      return { review: found, text };
    });
    return {
      json: {
        directory,
        ...reviewJson(result.review),
        ...(markdown && { markdown: result.text }),
      },
      page: [result.text],
    };
  },
});

/** What reads as a moment is one; everything else git may know. */
function momentOrRevision(text: string, now: Date): Date | string {
  try {
    return moment('since', text, now) ?? text;
  } catch (error) {
    if (!(error instanceof UsageError) || /^[0-9]{4}-[0-9]{2}-[0-9]{2}/.test(text)) throw error;
    return text;
  }
}

function reviewJson({ from, to, commits, authors, entries }: Review) {
  return {
    from: from ?? null,
    to: to ?? null,
    commits,
    authors: authors.map((author) => ({
      author: author.author,
      commits: author.commits,
      entries: author.entries,
    })),
    entries: entries.map(entryJson),
  };
}

function entryJson(entry: ReviewedEntry) {
  return {
    ...diffJson(entry),
    commits: entry.commits.map(({ id, date, author, tool, agent, subject }) => ({
      id,
      date,
      author,
      tool: tool ?? null,
      agent: agent ?? null,
      subject,
    })),
  };
}

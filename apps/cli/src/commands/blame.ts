import type { BlamedLine } from '@mem/git';
import { defineCommand } from '../command.js';
import { shortId } from '../history/recorded.js';
import { type Piece, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';

export const blame = defineCommand({
  usage: 'blame NAME [--at REVISION]',
  summary: 'say which change brought each line of a memory',
  details:
    'Of the last commit, or of another one. A line keeps its change when the file is renamed.',
  options: {
    at: { type: 'string', value: 'REVISION', description: 'the commit to look at (HEAD)' },
  },
  positionals: [1, 1],
  completes: 'entry',
  examples: ['mem blame release-rules', 'mem blame release-rules --at HEAD~5 --json'],
  async run({ options, positionals, readHistory }) {
    const [target = ''] = positionals;
    const { directory, result } = await readHistory(async (git) => {
      const path = await git.findEntry(target);
      return { path, lines: await git.history.blame(path, options.at ?? 'HEAD') };
    });
    const { path, lines } = result;
    const width = Math.min(20, Math.max(0, ...lines.map(({ author }) => author.name.length)));
    return {
      json: { directory, path, lines: lines.map(lineJson) },
      page: lines.flatMap((line) => blamedLine(line, width)),
    };
  },
});

function lineJson({ line, text, part, commit, author, date, subject, path }: BlamedLine) {
  return { line, text, part, commit, author, date, subject, path };
}

function blamedLine({ commit, date, author, text }: BlamedLine, width: number): Piece[] {
  return [
    styled('yellow', shortId(commit)),
    ` ${date.slice(0, 10)} `,
    styled('cyan', author.name.slice(0, width).padEnd(width)),
    `  ${oneLine(text)}\n`,
  ];
}

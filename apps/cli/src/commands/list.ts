import { filled } from '../arguments/filled.js';
import { ignoreOption } from '../arguments/ignore-option.js';
import { defineCommand } from '../command.js';
import { type Page, styled } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';
import { count, problemJson, problemLines, summaryJson } from '../view.js';
import { typeOption, unusualTypeNote } from './type-option.js';

export const list = defineCommand({
  usage: 'list [--type TYPE]',
  summary: 'list all memories, a line each',
  details: '',
  options: {
    ...typeOption,
    ...ignoreOption,
  },
  positionals: [0, 0],
  examples: ['mem list', 'mem list --type feedback', 'mem list --json | jq -r ".entries[].name"'],
  async run({ options, read }) {
    const type = filled('type', options.type);
    const { directory, result } = await read((store) =>
      store.list(type === undefined ? {} : { type }),
    );
    const { entries, problems } = result;
    const width = Math.min(12, Math.max(0, ...entries.map((entry) => entry.type?.length ?? 1)));
    return {
      json: {
        directory,
        entries: entries.map(summaryJson),
        problems: problems.map(problemJson),
      },
      page: entries.flatMap((entry) => [
        styled('cyan', (entry.type ?? '-').padEnd(width)),
        '  ',
        styled('bold', entry.name),
        entry.description === undefined ? '\n' : ` — ${oneLine(entry.description)}\n`,
      ]),
      notes: [
        ...emptyNote(entries.length),
        ...unusualTypeNote(type, entries.length),
        ...problemLines(problems),
      ],
    };
  },
});

function emptyNote(entries: number): Page {
  return entries > 0 ? [] : [`${count(entries, 'memory', 'memories')} here.\n`];
}

import { ignoreOption } from '../arguments/ignore-option.js';
import { defineCommand } from '../command.js';
import { notSo } from '../exit-code.js';
import { count, problemJson, problemLines } from '../view.js';
import { indexJson } from './index.js';

export const check = defineCommand({
  usage: 'check',
  summary: 'look for problems in the memory directory; exit 1 when there are any',
  details: 'Changes nothing. Kinds of problems are explained in docs/cli.md.',
  options: ignoreOption,
  positionals: [0, 0],
  examples: ['mem check', 'mem check --json'],
  async run({ read }) {
    const { directory, result } = await read((store) => store.check());
    const { problems } = result;
    return {
      json: { directory, problems: problems.map(problemJson), index: indexJson(result) },
      page: problemLines(problems),
      notes: [
        problems.length === 0
          ? 'No problems.\n'
          : `${count(problems.length, 'problem', 'problems')}.\n`,
      ],
      exitCode: problems.length === 0 ? 0 : notSo,
    };
  },
});

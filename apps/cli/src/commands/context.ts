import { wholeNumber } from '../arguments/whole-number.js';
import { defineCommand } from '../command.js';
import { count } from '../view.js';

export const context = defineCommand({
  usage: 'context [--max-chars N]',
  summary: 'print the memories as a block for a model’s prompt',
  details: 'What does not fit is named in the last line of the block, never dropped silently.',
  options: {
    'max-chars': { type: 'string', value: 'N', description: 'the longest the block may be (4000)' },
  },
  positionals: [0, 0],
  examples: ['mem context', 'mem context --max-chars 12000'],
  async run({ options, read }) {
    const maxChars = wholeNumber('max-chars', options['max-chars']);
    const { directory, result } = await read((store) =>
      store.context(maxChars === undefined ? {} : { maxChars }),
    );
    const { text, included, omitted, tokens } = result;
    return {
      json: { directory, text, included, omitted, tokens },
      page: [text === '' || text.endsWith('\n') ? text : `${text}\n`],
      notes:
        omitted.length === 0
          ? []
          : [`${count(omitted.length, 'memory', 'memories')} left out; see --max-chars.\n`],
    };
  },
});

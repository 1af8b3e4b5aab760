import { defineCommand } from '../command.js';
import { recordedLine } from '../history/recorded.js';
import { styled } from '../terminal/page.js';
import { problemJson, warningNotes } from '../view.js';
import { changeOptions, toChangeOptions } from './change-options.js';

export const deleteEntry = defineCommand({
  usage: 'delete NAME',
  summary: 'delete a memory and its own line of the index',
  details: 'A copy is kept for "mem undo", unless --purge is given.',
  options: {
    purge: { type: 'boolean', description: 'keep no copy, and destroy those that are there' },
    ...changeOptions,
  },
  positionals: [1, 1],
  completes: 'entry',
  examples: ['mem delete no-friday-releases', 'mem delete leaked-token --purge'],
  async run({ options, positionals, write }) {
    const [target = ''] = positionals;
    const { directory, result, warnings, history } = await write((store) =>
      store.delete(target, {
        ...toChangeOptions(options),
        ...(options.purge && { purge: true }),
      }),
    );
    const { deleted, changed } = result;
    const all = [...result.warnings, ...warnings];
    return {
      json: { directory, deleted, changed, warnings: all.map(problemJson), history },
      page: [
        ...deleted.flatMap((path) => ['Deleted ', styled('bold', path), '\n']),
        ...recordedLine(history),
      ],
      notes: warningNotes(all),
    };
  },
});

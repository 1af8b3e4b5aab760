import { defineCommand } from '../command.js';
import { keptInHistory, recordedLine } from '../history/recorded.js';
import { styled } from '../terminal/page.js';
import { problemJson, warningNotes } from '../view.js';
import { changeOptions, toChangeOptions } from './change-options.js';
import { propose, proposeOption } from './propose-option.js';
import { provenanceOf } from './provenance-options.js';

export const deleteEntry = defineCommand({
  usage: 'delete NAME',
  summary: 'delete a memory and its own line of the index',
  details: 'A copy is kept for "mem undo", unless --purge is given.',
  options: {
    purge: { type: 'boolean', description: 'keep no copy, and destroy those that are there' },
    ...changeOptions,
    ...proposeOption,
  },
  positionals: [1, 1],
  completes: 'entry',
  examples: ['mem delete no-friday-releases', 'mem delete leaked-token --purge'],
  async run({ options, positionals, world, write }) {
    const [target = ''] = positionals;
    if (options.propose) {
      const { purge, message, 'if-version': ifVersion, allow } = options;
      const change = { kind: 'delete', name: target, reason: message } as const;
      const said = provenanceOf(
        { source: undefined, client: undefined, session: undefined },
        world,
      );
      return propose({ write }, { ...change, ...said }, { purge, 'if-version': ifVersion, allow });
    }
    const { directory, result, warnings, history } = await write((store) =>
      store.delete(target, {
        ...toChangeOptions(options, world),
        ...(options.purge && { purge: true }),
      }),
    );
    const { deleted, changed } = result;
    const left = options.purge && history !== null ? deleted.map(keptInHistory) : [];
    const all = [...result.warnings, ...warnings, ...left];
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

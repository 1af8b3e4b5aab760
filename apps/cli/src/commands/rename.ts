import { defineCommand } from '../command.js';
import { changeOptions, toChangeOptions } from './change-options.js';
import { saveOutcome } from './save-outcome.js';

export const rename = defineCommand({
  usage: 'rename NAME NEW-NAME',
  summary: 'give a memory another name, and its file with it',
  details: 'Other memories are not touched; links in them that lead nowhere now are reported.',
  options: changeOptions,
  positionals: [2, 2],
  completes: 'entry',
  examples: ['mem rename no-friday-releases release-days'],
  async run({ options, positionals, world, write }) {
    const [target = '', name = ''] = positionals;
    const how = toChangeOptions(options, world);
    const done = await write((store) => store.rename(target, name, how));
    const outcome = saveOutcome(done, 'Renamed to');
    return { ...outcome, json: { ...(outcome.json as object), from: done.result.from } };
  },
});

import { UsageError } from '../arguments/usage-error.js';
import { defineCommand } from '../command.js';
import { changeOptions, toChangeOptions } from './change-options.js';
import { fieldOptions, readFields } from './field-options.js';
import { propose, proposeOption } from './propose-option.js';
import { provenanceOf, provenanceOptions } from './provenance-options.js';
import { saveOutcome } from './save-outcome.js';

export const update = defineCommand({
  usage: 'update NAME [--description TEXT] [--type TYPE] [--body TEXT | --body-file FILE | -]',
  summary: 'change fields of a memory; every other byte of its file stays',
  details: 'NAME is the memory’s name, its file’s name without .md, or its path.',
  options: { ...fieldOptions, ...changeOptions, ...provenanceOptions, ...proposeOption },
  positionals: [1, 2],
  completes: 'entry',
  examples: [
    'mem update no-friday-releases --description "No releases after Thursday noon"',
    'mem update no-friday-releases --body-file notes.txt',
  ],
  async run({ options, positionals, world, write }) {
    const [target = '', ...rest] = positionals;
    const fields = await readFields(options, rest, world);
    if (Object.keys(fields).length === 0) {
      throw new UsageError(
        'Nothing to change: give --description, --type, --body, --body-file or -.',
      );
    }
    const said = provenanceOf(options, world);
    if (options.propose) {
      const change = {
        kind: 'update',
        name: target,
        fields,
        reason: options.message,
        ...said,
      } as const;
      const { allow, 'if-version': ifVersion } = options;
      return propose({ write }, change, { 'if-version': ifVersion, allow });
    }
    const how = { ...toChangeOptions(options, world), ...said };
    const done = await write((store) => store.update(target, fields, how));
    return saveOutcome(done, 'Updated');
  },
});

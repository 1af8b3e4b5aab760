import { UsageError } from '../arguments/usage-error.js';
import { defineCommand } from '../command.js';
import { changeOptions, toChangeOptions } from './change-options.js';
import { fieldOptions, readFields } from './field-options.js';
import { propose, proposeOption } from './propose-option.js';
import { provenanceOf, provenanceOptions } from './provenance-options.js';
import { saveOutcome } from './save-outcome.js';

export const save = defineCommand({
  usage: 'save NAME --description TEXT --type TYPE [--body TEXT | --body-file FILE | -]',
  summary: 'make a memory, or change the given fields of the one with that name',
  details:
    'A new memory needs a description and a type. A name that nearly is an existing one (case,\n"-", "_" or blanks) is not taken unless --create is given.',
  options: {
    ...fieldOptions,
    create: { type: 'boolean', description: 'make a second memory beside one of a near name' },
    new: { type: 'boolean', description: 'fail when a memory of that name is there already' },
    ...changeOptions,
    ...provenanceOptions,
    ...proposeOption,
  },
  positionals: [1, 2],
  completes: 'entry',
  examples: [
    'mem save no-friday-releases --type feedback --description "No releases on a Friday" --body "Freeze from noon."',
    'git log -1 --format=%B | mem save last-release --type project --description "What the last release was about" -',
    'mem save --type user --description "Works in Berlin" -- -dashed-name',
  ],
  async run({ options, positionals, world, write }) {
    const [name = '', ...rest] = positionals;
    if (options.new && options['if-version'] !== undefined) {
      throw new UsageError('--new and --if-version exclude each other.');
    }
    const fields = await readFields(options, rest, world);
    const said = provenanceOf(options, world);
    if (options.propose) {
      const change = { kind: 'save', name, fields, reason: options.message, ...said } as const;
      const { create, new: isNew, 'if-version': ifVersion, allow } = options;
      return propose({ write }, change, { create, new: isNew, 'if-version': ifVersion, allow });
    }
    const done = await write((store) =>
      store.save(
        { name, ...fields },
        {
          ...toChangeOptions(options, world),
          ...said,
          ...(options.create && { create: true }),
          ...(options.new && { ifVersion: null }),
        },
      ),
    );
    return saveOutcome(done, done.result.created ? 'Saved' : 'Updated');
  },
});

import type { EntryFile, MemoryStore, SaveResult } from '@mem/core';
import { defineCommand } from '../command.js';
import { editText } from '../editor/edit-text.js';
import { chosenEditor } from '../editor/run-editor.js';
import { allowOption, overrideOf } from './allow-option.js';
import { saveOutcome } from './save-outcome.js';

export const edit = defineCommand({
  usage: 'edit NAME',
  summary: 'change a memory in your editor, header and all',
  details:
    'Starts $VISUAL or $EDITOR on a copy. What you leave there is kept only if it can be read, no\nother memory has its name, and nobody changed the file meanwhile; else nothing is written and\nyour text stays in a file that is named. "mem undo" takes an edit back.',
  options: {
    message: { type: 'string', value: 'TEXT', description: 'why, in one line, for the history' },
    ...allowOption,
  },
  positionals: [1, 1],
  completes: 'entry',
  examples: ['mem edit release-rules', 'EDITOR="code --wait" mem edit release-rules'],
  async run({ options: { message, allow }, positionals, world, choose, write }) {
    const [target = ''] = positionals;
    const editor = chosenEditor(world);
    const override = overrideOf({ allow }, world);
    const done = await write(async (store) => {
      const file = await store.getFile(target);
      const memoryDirectory = choose().directory ?? '';
      return editText({ ...file, editor, memoryDirectory }, world, (edited) =>
        edited === undefined
          ? unchanged(store, file)
          : store.replaceFile(file.path, edited, {
              ifVersion: file.version,
              ...(message !== undefined && { message }),
              ...override,
            }),
      );
    });
    return saveOutcome(done, 'Edited');
  },
});

async function unchanged(store: MemoryStore, { path }: EntryFile): Promise<SaveResult> {
  const [entry, { lines, bytes }] = await Promise.all([store.get(path), store.loadIndex()]);
  return { entry, created: false, changed: [], index: { lines, bytes }, warnings: [], similar: [] };
}

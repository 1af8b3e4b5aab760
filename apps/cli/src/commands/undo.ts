import { defineCommand } from '../command.js';
import { styled } from '../terminal/page.js';
import { problemJson, warningNotes } from '../view.js';

export const undo = defineCommand({
  usage: 'undo',
  summary: 'take the last change back',
  details: 'Saves, updates, renames and deletes of the last 30 days; again for the one before.',
  options: {},
  positionals: [0, 0],
  examples: ['mem undo'],
  async run({ write }) {
    const { directory, result, warnings } = await write((store) => store.undo());
    const { undone, changed } = result;
    const all = [...result.warnings, ...warnings];
    return {
      json: { directory, undone, changed, warnings: all.map(problemJson) },
      page: ['Taken back: ', styled('bold', undone), '\n'],
      notes: warningNotes(all),
    };
  },
});

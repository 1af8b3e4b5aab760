import type { EntryFile, MemoryStore, SaveResult } from '@mem/core';
import { MemoryError } from '@mem/core';
import { defineCommand } from '../command.js';
import { makePrivateCopy, type PrivateCopy } from '../editor/private-copy.js';
import { chosenEditor, runEditor } from '../editor/run-editor.js';
import type { World } from '../world.js';
import { saveOutcome } from './save-outcome.js';

export const edit = defineCommand({
  usage: 'edit NAME',
  summary: 'change a memory in your editor, header and all',
  details:
    'Starts $VISUAL or $EDITOR on a copy. What you leave there is kept only if it can be read, no\nother memory has its name, and nobody changed the file meanwhile; else nothing is written and\nyour text stays in a file that is named. "mem undo" takes an edit back.',
  options: {
    message: { type: 'string', value: 'TEXT', description: 'why, in one line, for the history' },
  },
  positionals: [1, 1],
  completes: 'entry',
  examples: ['mem edit release-rules', 'EDITOR="code --wait" mem edit release-rules'],
  async run({ options, positionals, world, choose, write }) {
    const [target = ''] = positionals;
    const editor = chosenEditor(world);
    const done = await write(async (store) => {
      const file = await store.getFile(target);
      const copy = makePrivateCopy(file.path, file.bytes, choose().directory ?? '');
      return editCopy(store, { file, copy, editor, message: options.message }, world);
    });
    return saveOutcome(done, 'Edited');
  },
});

interface Editing {
  readonly file: EntryFile;
  readonly copy: PrivateCopy;
  readonly editor: string;
  readonly message: string | undefined;
}

/** The copy goes unless it holds text that is nowhere else. */
async function editCopy(
  store: MemoryStore,
  { file, copy, editor, message }: Editing,
  world: World,
): Promise<SaveResult> {
  try {
    runEditor(editor, copy.path, world);
    const bytes = copy.read();
    if (!bytes)
      throw new MemoryError('REFUSED', 'The editor left no file, so nothing was changed.');
    const result = isSame(bytes, file)
      ? await unchanged(store, file)
      : await store.replaceFile(file.path, bytes, {
          ifVersion: file.version,
          ...(message !== undefined && { message }),
        });
    copy.remove();
    return result;
  } catch (error) {
    throw leave(copy, file, error as Error);
  }
}

function isSame(bytes: Uint8Array, file: EntryFile): boolean {
  return Buffer.compare(bytes, file.bytes) === 0;
}

async function unchanged(store: MemoryStore, { path }: EntryFile): Promise<SaveResult> {
  const [entry, { lines, bytes }] = await Promise.all([store.get(path), store.loadIndex()]);
  return { entry, created: false, changed: [], index: { lines, bytes }, warnings: [], similar: [] };
}

/** The same error, which says where the person's text is, if there is any. */
function leave(copy: PrivateCopy, file: EntryFile, error: Error): Error {
  const bytes = copy.read();
  if (!bytes || isSame(bytes, file)) {
    copy.remove();
    return error;
  }
  const message = `${error.message} Your text is kept in ${copy.path}.`;
  return Object.assign(error, { message, kept: copy.path });
}

import { type GuardFinding, MemoryError } from '@mem/core';
import type { World } from '../world.js';
import { makePrivateCopy, type PrivateCopy } from './private-copy.js';
import { runEditor } from './run-editor.js';

export interface TextToEdit {
  /** Gives the copy its name. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly editor: string;
  /** Where the copy must not lie. */
  readonly memoryDirectory: string;
}

/**
 * Lets a person edit a private copy and hands over what they left: undefined when it is as it was.
 * The copy goes, unless keeping its text failed: the error then says where it is.
 */
export async function editText<Result>(
  text: TextToEdit,
  world: World,
  keep: (edited: Uint8Array | undefined) => Promise<Result>,
): Promise<Result> {
  const copy = makePrivateCopy(text.path, text.bytes, text.memoryDirectory);
  try {
    runEditor(text.editor, copy.path, world);
    const bytes = copy.read();
    if (!bytes)
      throw new MemoryError('REFUSED', 'The editor left no file, so nothing was changed.');
    const result = await keep(isSame(bytes, text) ? undefined : bytes);
    copy.remove();
    return result;
  } catch (error) {
    throw leave(copy, text, error as Error);
  }
}

function isSame(bytes: Uint8Array, text: TextToEdit): boolean {
  return Buffer.compare(bytes, text.bytes) === 0;
}

/** The same error, which says where the person's text is, if there is any. */
function leave(copy: PrivateCopy, text: TextToEdit, error: Error): Error {
  const bytes = copy.read();
  if (!bytes || isSame(bytes, text)) {
    copy.remove();
    return error;
  }
  const what = holdsSecret(error) ? 'Your text, with that in it, is' : 'Your text is';
  const then = holdsSecret(error) ? '; delete it when you are done' : '';
  const message = `${error.message} ${what} kept in ${copy.path}${then}.`;
  return Object.assign(error, { message, kept: copy.path });
}

/** Hours of writing are not thrown away for one word, but its writer must know that it still lies there. */
function holdsSecret(error: Error): boolean {
  const { findings = [] } = error as { findings?: readonly GuardFinding[] };
  return findings.some(({ group }) => group === 'secret');
}

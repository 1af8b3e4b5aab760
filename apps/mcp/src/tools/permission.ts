import { MemoryError, type Provenance } from '@mem/core';
import { visibleLine, visibleText } from '@mem/core/internal';
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { shorten } from '../answer/cut-text.js';
import { askPerson } from './confirmation.js';
import type { ToolCall } from './tool.js';

export type Permission =
  | { readonly kind: 'ask'; readonly result: InputRequiredResult }
  /** By whom the words are, now. */
  | { readonly kind: 'granted'; readonly provenance: Provenance };

/** What a person is shown of a text; they cannot stand for what they have not seen. */
const maxShown = 1_500;

/**
 * Whether a save or an update may go ahead, or the question to the person where the server writes
 * only what a person has agreed to.
 *
 * @param text all that the change brings; `isWhole` when nothing else of the memory stays
 * @throws MemoryError REFUSED when the person says no, or cannot be asked
 */
export async function permissionToWrite(
  call: ToolCall,
  what: string,
  text: string | undefined,
  isWhole: boolean,
): Promise<Permission> {
  const { provenance } = call;
  if (call.world.write === 'allow') return { kind: 'granted', provenance };
  if (!call.canAsk) {
    throw new MemoryError(
      'REFUSED',
      'This server writes only what a person has agreed to, and your client cannot ask. Nothing was changed. Tell the person what you would save; they can start mem-mcp with --write allow.',
    );
  }
  const { redactSecrets } = await import('../answer/redact.js');
  const answer = await askPerson(call, {
    // The guard comes with the change: a value that it refuses must not reach a screen before.
    message: `${visibleLine(redactSecrets(what))} in ${call.place.label}?${text === undefined ? '' : `\n\n${visibleText(shorten(redactSecrets(text), maxShown))}`}`,
    yes: 'Yes, save it',
    note: '',
  });
  if (answer.kind === 'ask') return { kind: 'ask', result: answer.result };
  if (answer.kind === 'accepted') {
    const { client, session } = provenance;
    if (text === undefined || text.length > maxShown) return { kind: 'granted', provenance };
    // Who agrees to a part says nothing of the rest: its source stays what it was.
    const source = isWhole ? ({ source: 'user' } as const) : {};
    return { kind: 'granted', provenance: { ...source, client, session } };
  }
  throw declined();
}

export function declined(): MemoryError {
  return new MemoryError(
    'REFUSED',
    'The person said no; nothing was changed. Do not try again unless they ask for it.',
  );
}

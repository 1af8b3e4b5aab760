import { MemoryError, type Provenance } from '@mem/core';
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { askPerson } from './confirmation.js';
import { givenParts, type QuestionPart, questionText } from './question.js';
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
 * @param parts all that the change brings; `isWhole` when nothing else of the memory stays
 * @throws MemoryError REFUSED when the person says no, or cannot be asked
 */
export async function permissionToWrite(
  call: ToolCall,
  what: string,
  parts: readonly QuestionPart[],
  isWhole: boolean,
): Promise<Permission> {
  const { provenance } = call;
  if (call.world.write === 'allow') return { kind: 'granted', provenance };
  if (!call.canAsk) throw cannotAsk();
  const { redactSecrets } = await import('../answer/redact.js');
  const given = givenParts(parts);
  // The guard comes with the change: a value that it refuses must not reach a screen before.
  const shown = given.map(({ label, text }) => ({ label, text: redactSecrets(text) }));
  const question = `${redactSecrets(what)} in ${call.place.label}?`;
  const answer = await askPerson(call, {
    message: questionText(question, shown, maxShown),
    yes: 'Yes, save it',
    note: '',
  });
  if (answer.kind === 'ask') return { kind: 'ask', result: answer.result };
  if (answer.kind === 'accepted') {
    const { client, session } = provenance;
    const length = given.reduce((sum, { text }) => sum + text.length, 0);
    if (length === 0 || length > maxShown) return { kind: 'granted', provenance };
    // Who agrees to a part says nothing of the rest: its source stays what it was.
    const source = isWhole ? ({ source: 'user' } as const) : {};
    return { kind: 'granted', provenance: { ...source, client, session } };
  }
  throw declined();
}

/** Where only a person may decide, and the client has no way to ask one. */
export function cannotAsk(): MemoryError {
  return new MemoryError(
    'REFUSED',
    'This server writes only what a person has agreed to, and your client cannot ask. Nothing was changed. Tell the person what you would change; started with --write propose, mem-mcp keeps it until they accept it.',
  );
}

export function declined(): MemoryError {
  return new MemoryError(
    'REFUSED',
    'The person said no; nothing was changed. Do not try again unless they ask for it.',
  );
}

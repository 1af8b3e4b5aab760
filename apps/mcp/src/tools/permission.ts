import { MemoryError } from '@mem/core';
import { visibleLine, visibleText } from '@mem/core/internal';
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { shorten } from '../answer/cut-text.js';
import { askPerson } from './confirmation.js';
import type { ToolCall } from './tool.js';

/**
 * Whether a save or an update may go ahead: undefined, or the question to the person where the
 * server writes only what a person has agreed to.
 *
 * @throws MemoryError REFUSED when the person says no, or cannot be asked
 */
export async function permissionToWrite(
  call: ToolCall,
  what: string,
  text: string | undefined,
): Promise<InputRequiredResult | undefined> {
  if (call.world.write === 'allow') return undefined;
  if (!call.canAsk) {
    throw new MemoryError(
      'REFUSED',
      'This server writes only what a person has agreed to, and your client cannot ask. Nothing was changed. Tell the person what you would save; they can start mem-mcp with --write allow.',
    );
  }
  const answer = await askPerson(call, {
    message: `${visibleLine(what)} in ${call.place.label}?${text === undefined ? '' : `\n\n${visibleText(shorten(text, 1_500))}`}`,
    yes: 'Yes, save it',
    note: '',
  });
  if (answer.kind === 'ask') return answer.result;
  if (answer.kind === 'accepted') return undefined;
  throw declined();
}

export function declined(): MemoryError {
  return new MemoryError(
    'REFUSED',
    'The person said no; nothing was changed. Do not try again unless they ask for it.',
  );
}

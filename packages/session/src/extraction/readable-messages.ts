import { redactSecrets, stripContext } from '@mem/core';
import type { Message } from '../messages/message.js';
import { textOf } from '../messages/parts.js';

export interface ReadableMessages {
  /** The messages with their numbers, `[3] user:`; the newest that fit, in their order. */
  readonly text: string;
  /** Numbers of the messages in it that a person wrote. */
  readonly byPerson: ReadonlySet<number>;
  /** Numbers of all messages in it. */
  readonly numbers: ReadonlySet<number>;
}

/** One message is shown with so many characters at most, its beginning and its end. */
const maxMessage = 8_000;

/**
 * What people and the model said, without what memory put there: an injected block is taken out
 * before anything else, so that a memory is never learnt from itself. What tools answered, what the
 * model thought and the system's words are left out.
 */
export function readableMessages(
  messages: readonly Message[],
  maxLength: number,
): ReadableMessages {
  const lines: string[] = [];
  let length = 0;
  const numbers = new Set<number>();
  const byPerson = new Set<number>();
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at]!;
    const said = message.role === 'user' || message.role === 'assistant' ? saidIn(message) : '';
    if (said !== '') {
      // Indented, so that no message can speak for another.
      const line = `[${at + 1}] ${message.role}:\n${said.replace(/^(?=.)/gm, '  ')}\n`;
      if (length + line.length > maxLength) break;
      length += line.length;
      numbers.add(at + 1);
      if (message.role === 'user') byPerson.add(at + 1);
      lines.push(line);
    }
  }
  return { text: lines.reverse().join(''), numbers, byPerson };
}

/** Joined before it is stripped, as a block may be cut into several parts. */
function saidIn({ content }: Message): string {
  return redactSecrets(shortened(stripContext(textOf(content)).trim()));
}

function shortened(text: string): string {
  if (text.length <= maxMessage) return text;
  const half = maxMessage / 2;
  return `${text.slice(0, half).toWellFormed()}\n…\n${text.slice(-half).toWellFormed()}`;
}

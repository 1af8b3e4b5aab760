import { type Fields, isFields, present } from './fields.js';
import type { Extra, Message, Part, Role, ToolResultPart } from './message.js';

interface UncheckedMessage {
  readonly role: Role;
  readonly content: string | readonly Fields[];
}

/** Messages of our own shape that come from outside, from JSON; what is no part of ours is kept as `other`. */
export function readMessages(messages: readonly UncheckedMessage[]): Message[] {
  return messages.map((message) => {
    const { role, content, id, at, extra }: UncheckedMessage & Fields = { ...message };
    return {
      role,
      content: typeof content === 'string' ? content : content.map(readPart),
      ...present('id', stringOr(id)),
      ...present('at', stringOr(at)),
      ...readExtra(extra),
    };
  });
}

function readPart(part: Fields): Part {
  return readKnown(part) ?? { type: 'other', format: 'mem', value: part };
}

function readKnown(part: Fields): Part | undefined {
  const extra = readExtra(part.extra);
  const { type, text, callId, name } = part;
  switch (type) {
    case 'text':
      return typeof text === 'string' ? { type, text, ...extra } : undefined;
    case 'thinking':
      if (typeof text !== 'string') return undefined;
      return {
        type,
        text,
        ...present('signature', stringOr(part.signature)),
        ...present('redacted', stringOr(part.redacted)),
        ...extra,
      };
    case 'tool-call':
      if (typeof callId !== 'string' || typeof name !== 'string') return undefined;
      return { type, callId, name, input: part.input, ...extra };
    case 'tool-result':
      return readResult(part, extra);
    case 'image':
      return {
        type,
        ...present('mediaType', stringOr(part.mediaType)),
        ...present('data', part.data instanceof Uint8Array ? part.data : stringOr(part.data)),
        ...present('url', stringOr(part.url)),
        ...extra,
      };
    case 'other':
      if (typeof part.format !== 'string') return undefined;
      return { type, format: part.format, value: part.value };
    default:
      return undefined;
  }
}

function readResult(part: Fields, extra: { extra?: Extra }): ToolResultPart | undefined {
  const { callId, output, isError } = part;
  if (typeof callId !== 'string') return undefined;
  return {
    type: 'tool-result',
    callId,
    ...present('name', stringOr(part.name)),
    output: readOutput(output),
    ...(typeof isError === 'boolean' ? { isError } : {}),
    ...extra,
  };
}

function readOutput(output: unknown): ToolResultPart['output'] {
  if (typeof output === 'string') return output;
  if (Array.isArray(output) && output.every(isFields)) return output.map(readPart);
  return [{ type: 'other', format: 'json', value: output }];
}

function readExtra(extra: unknown): { extra?: Extra } {
  if (!isFields(extra) || typeof extra.format !== 'string' || !isFields(extra.fields)) return {};
  return { extra: { format: extra.format, fields: extra.fields } };
}

function stringOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

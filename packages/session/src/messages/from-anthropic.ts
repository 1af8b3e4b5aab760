import {
  type AnthropicBlock,
  type AnthropicConversationLike,
  type AnthropicMessageLike,
  contentFormat,
  anthropicFormat as format,
} from './anthropic-shape.js';
import { extraOf, type Fields, isFields, present } from './fields.js';
import type { Message, Part, ToolResultPart } from './message.js';

export function fromAnthropic(conversation: AnthropicConversationLike): Message[] {
  const { system } = conversation;
  const first: Message[] =
    system === undefined ? [] : [{ role: 'system', content: contentFrom(system) }];
  return [...first, ...conversation.messages.map(messageFrom)];
}

function messageFrom(message: AnthropicMessageLike): Message {
  return {
    role: message.role,
    content: contentFrom(message.content),
    ...extraOf(format, { ...message }, ['role', 'content']),
  };
}

function contentFrom(content: AnthropicMessageLike['content']): Message['content'] {
  return typeof content === 'string' ? content : content.map(partFrom);
}

function partFrom(block: object): Part {
  const fields: Fields = { ...block };
  return knownPart(String(fields.type), fields) ?? { type: 'other', format, value: block };
}

function knownPart(type: string, fields: Fields): Part | undefined {
  if (type === 'text' && typeof fields.text === 'string') {
    return { type, text: fields.text, ...extraOf(format, fields, ['type', 'text']) };
  }
  if (type === 'thinking' && typeof fields.thinking === 'string') return thought(fields);
  if (type === 'redacted_thinking' && typeof fields.data === 'string') {
    const extra = extraOf(format, fields, ['type', 'data']);
    return { type: 'thinking', text: '', redacted: fields.data, ...extra };
  }
  if (type.endsWith('tool_use')) return toolCall(type, fields);
  if (type.endsWith('tool_result')) return toolResult(type, fields);
  if (type === 'image') return image(fields);
  return undefined;
}

function thought(fields: Fields): Part | undefined {
  const { thinking, signature } = fields;
  if (typeof thinking !== 'string') return undefined;
  if (signature !== undefined && typeof signature !== 'string') return undefined;
  const extra = extraOf(format, fields, ['type', 'thinking', 'signature']);
  // Without a signature only the format says that the API has seen this thought before.
  const unsigned = signature === undefined ? { extra: { format, fields: {} } } : {};
  const own = { ...present('signature', signature), ...unsigned };
  return { type: 'thinking', text: thinking, ...own, ...extra };
}

function toolCall(type: string, fields: Fields): Part | undefined {
  const { id, name, input } = fields;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  const known = ['id', 'name', 'input', ...(type === 'tool_use' ? ['type'] : [])];
  return { type: 'tool-call', callId: id, name, input, ...extraOf(format, fields, known) };
}

function toolResult(type: string, fields: Fields): Part | undefined {
  const { tool_use_id: callId, content, is_error: isError } = fields;
  if (typeof callId !== 'string') return undefined;
  if (isError !== undefined && typeof isError !== 'boolean') return undefined;
  const known = ['tool_use_id', 'content', 'is_error', ...(type === 'tool_result' ? ['type'] : [])];
  return {
    type: 'tool-result',
    callId,
    output: outputFrom(content),
    ...present('isError', isError),
    ...extraOf(format, fields, known),
  };
}

function outputFrom(content: unknown): ToolResultPart['output'] {
  if (typeof content === 'string') return content;
  if (Array.isArray(content) && content.every(isBlock)) return content.map(partFrom);
  return [{ type: 'other', format: contentFormat, value: content }];
}

function isBlock(value: unknown): value is AnthropicBlock {
  return isFields(value) && typeof value.type === 'string';
}

function image(fields: Fields): Part | undefined {
  const { source } = fields;
  if (!isFields(source)) return undefined;
  const extra = extraOf(format, fields, ['type', 'source']);
  const { type, data, media_type: mediaType, url } = source;
  const count = Object.keys(source).length;
  if (type === 'base64' && typeof data === 'string' && typeof mediaType === 'string') {
    return count === 3 ? { type: 'image', mediaType, data, ...extra } : undefined;
  }
  if (type === 'url' && typeof url === 'string' && count === 2) {
    return { type: 'image', url, ...extra };
  }
  return undefined;
}

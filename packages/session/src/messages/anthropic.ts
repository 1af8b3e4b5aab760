import { base64 } from './base64.js';
import { extraOf, type Fields, fieldsOf, isFields, present } from './fields.js';
import type { ImagePart, Message, Part, Role, ToolResultPart } from './message.js';
import { outputText, partsOf, partText } from './parts.js';

/** A block of Anthropic's Messages API: its `type`, and what belongs to it. */
export type AnthropicBlock = { readonly type: string };

/** The least that `MessageParam` of the vendor's SDK has. */
export interface AnthropicMessage {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string | readonly AnthropicBlock[];
}

/** The two fields of a request that hold the conversation. */
export interface AnthropicConversation {
  readonly system?: string | readonly AnthropicBlock[];
  readonly messages: readonly AnthropicMessage[];
}

const format = 'anthropic';
/** What a result holds that is neither a string nor a list of blocks. */
const contentFormat = 'anthropic-content';

/** The same as it is taken: the SDK's own types and plain objects fit, whatever their blocks hold. */
export interface AnthropicConversationLike {
  readonly system?: string | readonly object[] | undefined;
  readonly messages: readonly AnthropicMessageLike[];
}

export interface AnthropicMessageLike {
  readonly role: AnthropicMessage['role'];
  readonly content: string | readonly object[];
}

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

/**
 * What Anthropic's API can hold: system messages before all others apart, results of tools in
 * messages of the user. A part of another source that it cannot hold becomes a text that says
 * what was left out.
 */
export function toAnthropic(messages: readonly Message[]): AnthropicConversation {
  const first = messages.findIndex(({ role }) => role !== 'system');
  const end = first === -1 ? messages.length : first;
  return {
    ...present('system', systemOf(messages.slice(0, end))),
    messages: messages.slice(end).map(messageTo),
  };
}

function systemOf(messages: readonly Message[]): AnthropicConversation['system'] {
  const [first, ...others] = messages;
  if (first === undefined) return undefined;
  if (others.length === 0) return contentTo(first.content);
  return messages.flatMap(({ content }) => partsOf(content).flatMap(blockTo));
}

const roles: Record<Role, AnthropicMessage['role']> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'user',
};

function messageTo(message: Message): AnthropicMessage {
  return {
    role: roles[message.role],
    content: contentTo(message.content),
    ...fieldsOf(format, message.extra),
  };
}

function contentTo(content: Message['content']): AnthropicMessage['content'] {
  return typeof content === 'string' ? content : content.flatMap(blockTo);
}

function blockTo(part: Part): AnthropicBlock[] {
  if (part.type === 'other') {
    return part.format === format ? [part.value as AnthropicBlock] : asText(part);
  }
  const block = knownBlock(part);
  return block ? [{ ...block, ...fieldsOf(format, part.extra) }] : asText(part);
}

/** The API refuses empty texts, so a part without one is left out. */
function asText(part: Part): AnthropicBlock[] {
  const text = partText(part);
  return text === '' ? [] : [{ type: 'text', text } as AnthropicBlock];
}

function knownBlock(part: Exclude<Part, { type: 'other' }>): AnthropicBlock | undefined {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text } as AnthropicBlock;
    case 'thinking':
      return thinkingBlock(part);
    case 'tool-call':
      return {
        type: 'tool_use',
        id: part.callId,
        name: part.name,
        ...present('input', part.input),
      } as AnthropicBlock;
    case 'tool-result':
      return {
        type: 'tool_result',
        tool_use_id: part.callId,
        ...outputTo(part.output),
        ...present('is_error', part.isError),
      } as AnthropicBlock;
    case 'image':
      return imageBlock(part);
  }
}

/** A thought without the provider's signature would be refused: it is told as text. */
function thinkingBlock(part: Extract<Part, { type: 'thinking' }>): AnthropicBlock | undefined {
  if (part.redacted !== undefined) {
    return { type: 'redacted_thinking', data: part.redacted } as AnthropicBlock;
  }
  if (part.signature === undefined && part.extra?.format !== format) return undefined;
  return {
    type: 'thinking',
    thinking: part.text,
    ...present('signature', part.signature),
  } as AnthropicBlock;
}

function outputTo(output: ToolResultPart['output']): Fields {
  if (typeof output === 'string') return { content: output };
  const [only, ...others] = output;
  if (only?.type === 'other' && only.format === contentFormat && others.length === 0) {
    return present('content', only.value);
  }
  if (output.some((part) => part.type === 'other' && part.format === 'json')) {
    return { content: outputText(output) };
  }
  return { content: output.flatMap(blockTo) };
}

function imageBlock({ data, mediaType, url }: ImagePart): AnthropicBlock | undefined {
  const inline = url === undefined ? undefined : /^data:([^;,]*);base64,/.exec(url);
  if (inline && url !== undefined) {
    const media_type = inline[1] || 'image/png';
    const source = { type: 'base64', media_type, data: url.slice(inline[0].length) };
    return { type: 'image', source } as AnthropicBlock;
  }
  if (url !== undefined) return { type: 'image', source: { type: 'url', url } } as AnthropicBlock;
  if (data === undefined) return undefined;
  const text = typeof data === 'string' ? data : base64(data);
  const source = { type: 'base64', media_type: mediaType ?? 'image/png', data: text };
  return { type: 'image', source } as AnthropicBlock;
}

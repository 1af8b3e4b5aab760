import {
  type AnthropicBlock,
  type AnthropicConversation,
  type AnthropicMessage,
  contentFormat,
  anthropicFormat as format,
} from './anthropic-shape.js';
import { base64 } from './base64.js';
import { type Fields, fieldsOf, present } from './fields.js';
import type { ImagePart, Message, Part, Role, ToolResultPart } from './message.js';
import { outputText, partsOf, partText } from './parts.js';

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

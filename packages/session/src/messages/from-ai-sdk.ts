import {
  type AiSdkMessageLike,
  type AiSdkPart,
  aiSdkFormat as format,
  outputFormat,
} from './ai-sdk-shape.js';
import { extraOf, type Fields, isFields, present } from './fields.js';
import type { ImagePart, Message, Part, ThinkingPart, ToolResultPart } from './message.js';

export function fromAiSdk(messages: readonly AiSdkMessageLike[]): Message[] {
  return messages.map((message) => ({
    role: message.role,
    content: typeof message.content === 'string' ? message.content : message.content.map(partFrom),
    ...extraOf(format, { ...message }, ['role', 'content']),
  }));
}

function partFrom(part: object): Part {
  const fields: Fields = { ...part };
  return knownPart(String(fields.type), fields) ?? { type: 'other', format, value: part };
}

function knownPart(type: string, fields: Fields): Part | undefined {
  switch (type) {
    case 'text':
      if (typeof fields.text !== 'string') return undefined;
      return { type, text: fields.text, ...extraOf(format, fields, ['type', 'text']) };
    case 'reasoning':
      return thought(fields);
    case 'tool-call':
      return toolCall(fields);
    case 'tool-result':
      return toolResult(fields);
    case 'image':
      return image(fields, 'image', fields.image);
    case 'file':
      return isImageType(fields.mediaType) ? image(fields, 'file', fields.data) : undefined;
    default:
      return undefined;
  }
}

/** Anthropic's proof of a thought travels in the provider's options. */
function thought(fields: Fields): ThinkingPart | undefined {
  if (typeof fields.text !== 'string') return undefined;
  const options = isFields(fields.providerOptions) ? fields.providerOptions.anthropic : undefined;
  const { signature, redactedData } = isFields(options) ? options : {};
  return {
    type: 'thinking',
    text: fields.text,
    ...(typeof signature === 'string' ? { signature } : {}),
    ...(typeof redactedData === 'string' ? { redacted: redactedData } : {}),
    ...extraOf(format, fields, ['type', 'text']),
  };
}

function toolCall(fields: Fields): Part | undefined {
  const { toolCallId: callId, toolName: name, input } = fields;
  if (typeof callId !== 'string' || typeof name !== 'string') return undefined;
  const extra = extraOf(format, fields, ['type', 'toolCallId', 'toolName', 'input']);
  return { type: 'tool-call', callId, name, input, ...extra };
}

function toolResult(fields: Fields): Part | undefined {
  const { toolCallId: callId, toolName: name, output } = fields;
  if (typeof callId !== 'string' || typeof name !== 'string') return undefined;
  const extra = extraOf(format, fields, ['type', 'toolCallId', 'toolName', 'output']);
  return { type: 'tool-result', callId, name, ...outputFrom(output), ...extra };
}

type Output = Pick<ToolResultPart, 'output' | 'isError'>;

function outputFrom(output: unknown): Output {
  if (isFields(output) && Object.keys(output).every((key) => key === 'type' || key === 'value')) {
    const { type, value } = output;
    if (type === 'text' && typeof value === 'string') return { output: value };
    if (type === 'error-text' && typeof value === 'string') return { output: value, isError: true };
    if (type === 'json') return { output: [json(value)] };
    if (type === 'error-json') return { output: [json(value)], isError: true };
    if (type === 'content' && Array.isArray(value) && value.every(isContent)) {
      return { output: value.map(contentFrom) };
    }
  }
  return { output: [{ type: 'other', format: outputFormat, value: output }] };
}

function json(value: unknown): Part {
  return { type: 'other', format: 'json', value };
}

function isContent(value: unknown): value is AiSdkPart {
  return isFields(value) && typeof value.type === 'string';
}

function contentFrom(part: AiSdkPart): Part {
  const fields: Fields = { ...part };
  const { type, text, data, mediaType, url } = fields;
  if (type === 'text' && typeof text === 'string') {
    return { type, text, ...extraOf(format, fields, ['type', 'text']) };
  }
  if (type === 'image-data' && typeof data === 'string' && typeof mediaType === 'string') {
    const extra = extraOf(format, fields, ['type', 'data', 'mediaType']);
    return { type: 'image', data, mediaType, ...extra };
  }
  if (type === 'image-url' && typeof url === 'string') {
    return { type: 'image', url, ...extraOf(format, fields, ['type', 'url']) };
  }
  return { type: 'other', format, value: part };
}

function isImageType(mediaType: unknown): boolean {
  return typeof mediaType === 'string' && /^image(\/|$)/.test(mediaType);
}

function image(fields: Fields, type: 'image' | 'file', source: unknown): ImagePart | undefined {
  const { mediaType } = fields;
  if (mediaType !== undefined && typeof mediaType !== 'string') return undefined;
  const place = placeOf(source);
  if (!place) return undefined;
  const plain = type === 'image' && (source === place.url || source === place.data);
  const extra = extraOf(format, fields, plain ? ['type', 'image', 'mediaType'] : ['mediaType']);
  return { type: 'image', ...present('mediaType', mediaType), ...place, ...extra };
}

/** Bytes, base64, an address as text or as a URL object, or one of these in a tagged object. */
function placeOf(source: unknown): Pick<ImagePart, 'data' | 'url'> | undefined {
  if (typeof source === 'string') {
    return /^(https?|data):/i.test(source) ? { url: source } : { data: source };
  }
  if (source instanceof Uint8Array) return { data: source };
  if (source instanceof ArrayBuffer) return { data: new Uint8Array(source) };
  if (typeof source !== 'object' || source === null) return undefined;
  if ('href' in source && typeof source.href === 'string') return { url: source.href };
  if ('type' in source && source.type === 'data' && 'data' in source) return placeOf(source.data);
  if ('type' in source && source.type === 'url' && 'url' in source) return placeOf(source.url);
  return undefined;
}

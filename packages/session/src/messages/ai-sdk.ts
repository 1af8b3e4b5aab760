import { callNames } from './call-names.js';
import { extraOf, type Fields, fieldsOf, isFields, present } from './fields.js';
import type { ImagePart, Message, Part, Role, ThinkingPart, ToolResultPart } from './message.js';
import { outputText, partsOf, partText, textOf } from './parts.js';

/** A part of the AI SDK's messages: its `type`, and what belongs to it. */
export type AiSdkPart = { readonly type: string };

/** The least that `ModelMessage` of the AI SDK (versions 5 to 7) has. */
export interface AiSdkMessage {
  readonly role: Role;
  readonly content: string | readonly AiSdkPart[];
}

const format = 'ai-sdk';
/** The `output` of a result that has no shape of ours, as it was. */
const outputFormat = 'ai-sdk-output';

/** The same as it is taken: the SDK's own types and plain objects fit, whatever their parts hold. */
export interface AiSdkMessageLike {
  readonly role: Role;
  readonly content: string | readonly object[];
}

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

/**
 * The AI SDK's messages. Results of tools get messages of their own where they stand among the
 * user's parts. A part of another source that the SDK has no shape for becomes a text that says
 * what was left out.
 */
export function toAiSdk(messages: readonly Message[]): AiSdkMessage[] {
  const names = callNames(messages);
  return messages.flatMap((message) => messageTo(message, names));
}

function messageTo(message: Message, names: ReadonlyMap<string, string>): AiSdkMessage[] {
  const { role, content } = message;
  const extra = fieldsOf(format, message.extra);
  if (typeof content === 'string' && role !== 'tool') return [{ role, content, ...extra }];
  if (role === 'system') return [{ role, content: textOf(content), ...extra }];
  const parts = partsOf(content);
  const to = (list: readonly Part[]) => list.flatMap((part) => partTo(part, names));
  const isOwn = (part: Part) => (role === 'tool') === belongsToTools(part, role);
  if (role === 'assistant' || parts.every(isOwn)) return [{ role, content: to(parts), ...extra }];
  const results = parts.filter((part) => belongsToTools(part, role));
  const others = parts.filter((part) => !belongsToTools(part, role));
  return [
    ...(results.length > 0 ? [{ role: 'tool' as const, content: to(results), ...extra }] : []),
    { role: 'user' as const, content: to(others), ...extra },
  ];
}

function belongsToTools(part: Part, role: Role): boolean {
  if (part.type === 'other') return role === 'tool' && part.format === format;
  return part.type === 'tool-result';
}

function partTo(part: Part, names: ReadonlyMap<string, string>): AiSdkPart[] {
  if (part.type === 'other') {
    return part.format === format ? [part.value as AiSdkPart] : asText(part);
  }
  const made = knownTo(part, names);
  return made ? [{ ...made, ...fieldsOf(format, part.extra) }] : asText(part);
}

function asText(part: Part): AiSdkPart[] {
  const text = partText(part);
  return text === '' ? [] : [{ type: 'text', text } as AiSdkPart];
}

function knownTo(
  part: Exclude<Part, { type: 'other' }>,
  names: ReadonlyMap<string, string>,
): AiSdkPart | undefined {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text } as AiSdkPart;
    case 'thinking':
      return { type: 'reasoning', text: part.text, ...proofOf(part) } as AiSdkPart;
    case 'tool-call':
      return {
        type: 'tool-call',
        toolCallId: part.callId,
        toolName: part.name,
        input: part.input,
      } as AiSdkPart;
    case 'tool-result':
      return {
        type: 'tool-result',
        toolCallId: part.callId,
        toolName: part.name ?? names.get(part.callId) ?? 'unknown',
        output: outputTo(part),
      } as AiSdkPart;
    case 'image':
      return imageTo(part);
  }
}

function proofOf({ signature, redacted }: ThinkingPart): Fields {
  if (signature === undefined && redacted === undefined) return {};
  const anthropic = { ...present('signature', signature), ...present('redactedData', redacted) };
  return { providerOptions: { anthropic } };
}

function imageTo({ data, url, mediaType, extra }: ImagePart): AiSdkPart | undefined {
  const kept = fieldsOf(format, extra);
  if ('data' in kept) return { type: 'file', ...present('mediaType', mediaType) } as AiSdkPart;
  const source = url ?? data;
  if (source === undefined) return undefined;
  return { type: 'image', image: source, ...present('mediaType', mediaType) } as AiSdkPart;
}

function outputTo({ output, isError = false }: ToolResultPart): Fields {
  const kind = (name: 'text' | 'json') => (isError ? `error-${name}` : name);
  if (typeof output === 'string') return { type: kind('text'), value: output };
  const [only, ...others] = output;
  if (only?.type === 'other' && others.length === 0) {
    if (only.format === outputFormat) return only.value as Fields;
    if (only.format === 'json') return { type: kind('json'), value: only.value };
  }
  if (isError) return { type: 'error-text', value: outputText(output) };
  return { type: 'content', value: output.flatMap(contentTo) };
}

function contentTo(part: Part): Fields[] {
  if (part.type === 'other' && part.format === format) return [part.value as Fields];
  if (part.type === 'text') {
    return [{ type: 'text', text: part.text, ...fieldsOf(format, part.extra) }];
  }
  if (part.type === 'image') {
    const { data, url, mediaType = 'image/png', extra } = part;
    const kept = fieldsOf(format, extra);
    if (url !== undefined) return [{ type: 'image-url', url, ...kept }];
    if (typeof data === 'string') return [{ type: 'image-data', data, mediaType, ...kept }];
  }
  return asText(part).map((text) => ({ ...text }));
}

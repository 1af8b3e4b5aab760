import {
  type AiSdkMessage,
  type AiSdkPart,
  aiSdkFormat as format,
  outputFormat,
} from './ai-sdk-shape.js';
import { callNames } from './call-names.js';
import { type Fields, fieldsOf, present } from './fields.js';
import type { ImagePart, Message, Part, Role, ThinkingPart, ToolResultPart } from './message.js';
import { outputText, partsOf, partText, textOf } from './parts.js';

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

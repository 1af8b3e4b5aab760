import type { AiSdkMessage } from './ai-sdk-shape.js';
import type { AnthropicMessage } from './anthropic-shape.js';
import { type ClaudeCodeOptions, type LineProblem, readClaudeCode } from './claude-code.js';
import { type Fields, isFields } from './fields.js';
import { fromAiSdk } from './from-ai-sdk.js';
import { fromAnthropic } from './from-anthropic.js';
import { readJsonLines } from './json-lines.js';
import type { Message } from './message.js';
import { readMessages } from './read-messages.js';

export type TranscriptFormat = 'mem' | 'ai-sdk' | 'anthropic' | 'claude-code';

export interface Transcript {
  readonly format: TranscriptFormat;
  readonly messages: readonly Message[];
  /** Where in `messages` the model's view begins, where the format tells; else 0. */
  readonly viewStart: number;
  /** The conversation's id, where the format tells. */
  readonly sessionId?: string;
  readonly problems: readonly LineProblem[];
}

/**
 * Reads a conversation from JSON: a list of messages, an object with `messages`, or one message or
 * Claude Code record a line; of our shape, the AI SDK's or Anthropic's. Which shape it is shows in
 * its parts; where all would do (texts only), it is ours. What cannot be read is a problem, and
 * never hides the rest.
 */
export function readTranscript(text: string, options: ClaudeCodeOptions = {}): Transcript {
  const whole = parseWhole(text);
  if (Array.isArray(whole)) return ofMessages(numbered(whole));
  if (isFields(whole) && Array.isArray(whole.messages)) {
    return ofMessages(numbered(whole.messages), whole.system);
  }
  const lines = [...readJsonLines(text)];
  if (lines.some(({ value }) => isClaudeCode(value))) {
    return { format: 'claude-code', ...readClaudeCode(text, options) };
  }
  const values = lines.flatMap(({ line, value }) => (value === undefined ? [] : [{ line, value }]));
  const faults = lines.flatMap(({ line, fault }) =>
    fault === undefined ? [] : [{ line, message: fault }],
  );
  const { problems, ...rest } = ofMessages(values);
  return { ...rest, problems: [...faults, ...problems].sort((a, b) => a.line - b.line) };
}

interface Numbered {
  readonly line: number;
  readonly value: unknown;
}

function parseWhole(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function numbered(values: readonly unknown[]): Numbered[] {
  return values.map((value, index) => ({ line: index + 1, value }));
}

function isClaudeCode(value: unknown): boolean {
  if (!isFields(value)) return false;
  if (value.type === 'summary') return typeof value.summary === 'string';
  return (value.type === 'user' || value.type === 'assistant') && isFields(value.message);
}

function ofMessages(values: readonly Numbered[], system?: unknown): Transcript {
  const given = system === undefined ? values.map(({ value }) => value) : undefined;
  const format = given ? formatOf(given) : 'anthropic';
  const problems: LineProblem[] = [];
  const messages: Message[] = [];
  if (isContent(system)) messages.push(...fromAnthropic({ system, messages: [] }));
  for (const { line, value } of values) {
    if (isMessage(value)) messages.push(...convert[format](value));
    else problems.push({ line, message: 'It is no message: role or content is missing.' });
  }
  return { format, messages, viewStart: 0, problems };
}

type Shape = Exclude<TranscriptFormat, 'claude-code'>;

interface AnyMessage {
  readonly role: Message['role'];
  readonly content: string | readonly ({ readonly type: string } & Fields)[];
}

const convert: Record<Shape, (message: AnyMessage) => Message[]> = {
  mem: (message) => readMessages([message]),
  'ai-sdk': (message) => fromAiSdk([message satisfies AiSdkMessage]),
  anthropic: (message) => {
    const role = message.role === 'tool' ? 'user' : message.role;
    return fromAnthropic({ messages: [{ ...message, role } satisfies AnthropicMessage] });
  },
};

function isMessage(value: unknown): value is AnyMessage {
  if (!isFields(value)) return false;
  const isRole = ['system', 'user', 'assistant', 'tool'].includes(String(value.role));
  return isRole && isContent(value.content);
}

function isContent(value: unknown): value is AnyMessage['content'] {
  if (typeof value === 'string') return true;
  return Array.isArray(value) && value.every((p) => isFields(p) && typeof p.type === 'string');
}

/** The shape of the first part that only one of them has. */
function formatOf(values: readonly unknown[]): Shape {
  for (const value of values) {
    if (!isMessage(value) || typeof value.content === 'string') continue;
    for (const part of value.content) {
      const shape = shapeOf(part);
      if (shape) return shape;
    }
  }
  return 'mem';
}

function shapeOf(part: Fields): Shape | undefined {
  if ('callId' in part || part.type === 'other' || 'extra' in part) return 'mem';
  if ('toolCallId' in part || 'providerOptions' in part) return 'ai-sdk';
  switch (part.type) {
    case 'reasoning':
    case 'file':
      return 'ai-sdk';
    case 'tool_use':
    case 'tool_result':
    case 'redacted_thinking':
    case 'document':
      return 'anthropic';
    case 'thinking':
      return 'thinking' in part ? 'anthropic' : 'mem';
    case 'image':
      if ('source' in part) return 'anthropic';
      return 'image' in part ? 'ai-sdk' : 'mem';
    default:
      return 'cache_control' in part || 'citations' in part ? 'anthropic' : undefined;
  }
}

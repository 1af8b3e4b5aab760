import { visibleLine } from '@mem/core/internal';
import { type JSONRPCMessage, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { shorten } from './cut-text.js';

/**
 * The same message, where the SDK speaks of a fault in words of its own: a stable code first where a
 * model reads it, and one line where there was a list of what a schema expects.
 */
export function inPlainWords(message: JSONRPCMessage): JSONRPCMessage {
  if ('error' in message) return { ...message, error: plainError(message.error) };
  if (!('result' in message) || message.result.isError !== true) return message;
  const { content } = message.result as { content?: unknown };
  if (!Array.isArray(content)) return message;
  return { ...message, result: { ...message.result, content: content.map(plainContent) } };
}

interface ProtocolFault {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

function plainError(fault: ProtocolFault): ProtocolFault {
  const begin = fault.message.indexOf('[');
  const issues = begin < 0 ? undefined : issuesOf(fault.message.slice(begin));
  if (issues === undefined) return { ...fault, message: oneLine(notFound(fault.message)) };
  const prefix = fault.message.slice(0, begin) || 'Invalid params: ';
  return { ...fault, code: ProtocolErrorCode.InvalidParams, message: oneLine(prefix + issues) };
}

/** What the SDK says of a name that every object of JavaScript has, such as `__proto__`. */
function notFound(message: string): string {
  return message.replace(/^((?:Tool|Prompt|Resource) .*) disabled$/s, '$1 not found');
}

function issuesOf(json: string): string | undefined {
  let issues: unknown;
  try {
    issues = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!Array.isArray(issues) || issues.length === 0 || !issues.every(isIssue)) return undefined;
  return issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.filter((part) => part !== 'params').join('.')}: ${message}`)
    .join('; ');
}

interface Issue {
  readonly path: readonly unknown[];
  readonly message: string;
}

function isIssue(value: unknown): value is Issue {
  if (typeof value !== 'object' || value === null) return false;
  const { path, message } = value as Partial<Issue>;
  return Array.isArray(path) && typeof message === 'string';
}

function plainContent(item: unknown): unknown {
  const { type, text } = (item ?? {}) as { type?: unknown; text?: unknown };
  if (type !== 'text' || typeof text !== 'string') return item;
  return { ...(item as object), text: plainText(text) };
}

const wrongArguments = /^(?:Input validation error: )?Invalid arguments for tool (\w+): (.*)$/s;
const notAsked = /^(?:Fulfilling input required by|Cannot request input) /;

function plainText(text: string): string {
  const [, tool, fault] = wrongArguments.exec(text) ?? [];
  if (tool !== undefined && fault !== undefined) {
    return oneLine(`USAGE: ${tool} was called with wrong arguments, and did nothing: ${fault}`);
  }
  if (!notAsked.test(text)) return text;
  return 'REFUSED: The person was not asked, since their client failed to show the question. Nothing was changed.';
}

function oneLine(text: string): string {
  return shorten(visibleLine(text), 1_000);
}

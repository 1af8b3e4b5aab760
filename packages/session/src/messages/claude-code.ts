import type { AnthropicMessage } from './anthropic-shape.js';
import { type Fields, isFields } from './fields.js';
import { fromAnthropic } from './from-anthropic.js';
import { readJsonLines } from './json-lines.js';
import type { Message, Part } from './message.js';
import { partsOf } from './parts.js';

export interface ClaudeCodeOptions {
  /** Take in what sub-agents said; left out when omitted. */
  readonly sidechains?: boolean;
  /** Take in lines that the program put in for the model only; left out when omitted. */
  readonly meta?: boolean;
}

/** A line that could not be read; all others were. */
export interface LineProblem {
  /** Counted from 1. */
  readonly line: number;
  /** One sentence for a person. */
  readonly message: string;
}

export interface ClaudeCodeTranscript {
  readonly messages: readonly Message[];
  /** Where in `messages` the model's view begins since the program last compacted; else 0. */
  readonly viewStart: number;
  /** Titles the program gave the conversation or its parts. */
  readonly summaries: readonly string[];
  readonly sessionId?: string;
  readonly problems: readonly LineProblem[];
  /** Messages that were left out as asked. */
  readonly leftOut: { readonly sidechains: number; readonly meta: number };
}

/**
 * Reads a transcript as Claude Code keeps it: JSON, one object a line. What the model said in one
 * answer comes on several lines and becomes one message again. Messages stay in the file's order,
 * those that a person took back and wrote anew among them.
 */
export function readClaudeCode(
  text: string,
  options: ClaudeCodeOptions = {},
): ClaudeCodeTranscript {
  const reader = new TranscriptReader(options);
  const problems: LineProblem[] = [];
  for (const { line, value, fault } of readJsonLines(text)) {
    const message = fault ?? (isFields(value) ? reader.take(value) : 'It is no JSON object.');
    if (message !== undefined) problems.push({ line, message });
  }
  return { ...reader.result(), problems };
}

class TranscriptReader {
  readonly #messages: Message[] = [];
  readonly #summaries: string[] = [];
  readonly #leftOut = { sidechains: 0, meta: 0 };
  readonly #options: ClaudeCodeOptions;
  #viewStart = 0;
  #sessionId: string | undefined;
  /** The answer that the last message belongs to, and its parts, which more lines may add to. */
  #answer: { id: unknown; parts: Part[] } | undefined;

  constructor(options: ClaudeCodeOptions) {
    this.#options = options;
  }

  /** What is wrong with the line, if anything is. */
  take(line: Fields): string | undefined {
    if (typeof line.sessionId === 'string') this.#sessionId ??= line.sessionId;
    if (line.type === 'summary' && typeof line.summary === 'string') {
      this.#summaries.push(line.summary);
    }
    if (line.type === 'system' && line.subtype === 'compact_boundary') {
      this.#viewStart = this.#messages.length;
    }
    if (line.type !== 'user' && line.type !== 'assistant') return undefined;
    const { message } = line;
    if (!isMessage(message)) return `A line of type "${line.type}" has no message with content.`;
    if (this.#isUnwanted(line)) return undefined;
    this.#add(line, message);
    return undefined;
  }

  #isUnwanted(line: Fields): boolean {
    if (line.isSidechain === true && !this.#options.sidechains) {
      this.#leftOut.sidechains += 1;
      return true;
    }
    if (line.isMeta === true && !this.#options.meta) {
      this.#leftOut.meta += 1;
      return true;
    }
    return false;
  }

  #add(line: Fields, message: Fields & AnthropicMessage): void {
    const { role, content } = message;
    const [converted] = fromAnthropic({ messages: [{ role, content }] });
    if (!converted) return;
    const parts = [...partsOf(converted.content)];
    const id = role === 'assistant' ? message.id : undefined;
    if (this.#answer && this.#answer.id === id) {
      for (const part of parts) this.#answer.parts.push(part);
      return;
    }
    this.#answer = id === undefined ? undefined : { id, parts };
    this.#messages.push({
      ...converted,
      ...(this.#answer ? { content: parts } : {}),
      ...(typeof line.uuid === 'string' ? { id: line.uuid } : {}),
      ...(typeof line.timestamp === 'string' ? { at: line.timestamp } : {}),
    });
  }

  result(): Omit<ClaudeCodeTranscript, 'problems'> {
    return {
      messages: this.#messages,
      viewStart: this.#viewStart,
      summaries: this.#summaries,
      ...(this.#sessionId === undefined ? {} : { sessionId: this.#sessionId }),
      leftOut: this.#leftOut,
    };
  }
}

function isMessage(value: unknown): value is Fields & AnthropicMessage {
  if (!isFields(value)) return false;
  const { role, content } = value;
  if (role !== 'user' && role !== 'assistant') return false;
  if (typeof content === 'string') return true;
  return Array.isArray(content) && content.every((b) => isFields(b) && typeof b.type === 'string');
}

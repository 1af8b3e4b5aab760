import { estimateTokens, type TokenEstimator } from '@mem/core';
import { countMessage } from '../messages/count-tokens.js';
import type { Message } from '../messages/message.js';
import type { NotesBudget } from '../notes/fit-notes.js';
import { isBlank } from '../notes/parse-notes.js';
import type { NotesTemplate } from '../notes/template.js';
import { renderSummary } from './render-summary.js';
import { type TailLimits, tailStart } from './tail-start.js';

export interface CompactOptions extends TailLimits {
  /** Which section of the notes matters most; `defaultTemplate` when omitted. */
  readonly template?: NotesTemplate | undefined;
  readonly budget?: NotesBudget | undefined;
  readonly estimate?: TokenEstimator | undefined;
  /**
   * How many of the messages the notes tell of; all when omitted. Later ones are kept as far as
   * the most tokens allow.
   */
  readonly noted?: number | undefined;
  /** Tokens of each message, where the caller has counted them already. */
  readonly counts?: readonly number[] | undefined;
}

export type CompactResult = Compacted | NotCompacted;

export interface Compacted {
  readonly outcome: 'compacted';
  /** System messages at the beginning, the notes as a message of the user, and the tail. */
  readonly messages: readonly Message[];
  /** How many messages the notes stand for. */
  readonly summarised: number;
  /** How many of these came after the notes were written: nothing tells of them any more. */
  readonly unnoted: number;
  /** How many of the last messages are kept as they are. */
  readonly kept: number;
  readonly tokens: { readonly before: number; readonly after: number };
}

export interface NotCompacted {
  /**
   * `no-notes` and `blank-notes`: the caller summarises in its own way. `not-needed`: all messages
   * are in the tail.
   */
  readonly outcome: 'no-notes' | 'blank-notes' | 'not-needed';
  /** One line for a person. */
  readonly reason: string;
  /** The messages that were given. */
  readonly messages: readonly Message[];
}

/**
 * Replaces the head of a conversation by the notes that were kept of it, without a model. The
 * tail stays word for word: at least 10,000 tokens and 5 messages with text, at most 40,000; a
 * call is never parted from its result. The same notes and messages give the same bytes.
 */
export function compact(
  messages: readonly Message[],
  notes: string | undefined,
  options: CompactOptions = {},
): CompactResult {
  const refusal = whyNot(notes);
  if (notes === undefined || refusal) return { ...(refusal ?? noNotes), messages };
  const { estimate = estimateTokens, noted = messages.length } = options;
  const counts = options.counts ?? messages.map((message) => countMessage(message, estimate));
  const first = firstAfterSystem(messages);
  const start = tailStart(messages, counts, { first, noted }, options);
  if (start <= first) return { ...notNeeded, messages };
  const summary: Message = {
    role: 'user',
    content: renderSummary(notes, options.template, options.budget, estimate),
  };
  const sum = (from: number, to?: number) => counts.slice(from, to).reduce((a, b) => a + b, 0);
  return {
    outcome: 'compacted',
    messages: [...messages.slice(0, first), summary, ...messages.slice(start)],
    summarised: start - first,
    unnoted: Math.max(start - Math.max(noted, first), 0),
    kept: messages.length - start,
    tokens: {
      before: sum(0),
      after: sum(0, first) + countMessage(summary, estimate) + sum(start),
    },
  };
}

const noNotes = {
  outcome: 'no-notes',
  reason: 'There are no notes of this conversation yet: summarise it in another way.',
} as const;

const blankNotes = {
  outcome: 'blank-notes',
  reason: 'Nothing is written in the notes of this conversation yet: summarise it in another way.',
} as const;

const notNeeded = {
  outcome: 'not-needed',
  reason: 'The conversation is short: all of it is kept.',
} as const;

function whyNot(notes: string | undefined): typeof noNotes | typeof blankNotes | undefined {
  if (notes === undefined || notes.trim() === '') return noNotes;
  return isBlank(notes) ? blankNotes : undefined;
}

function firstAfterSystem(messages: readonly Message[]): number {
  const first = messages.findIndex(({ role }) => role !== 'system');
  return first === -1 ? messages.length : first;
}

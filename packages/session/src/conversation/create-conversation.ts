import {
  type ContextResult,
  createRecallSession,
  estimateTokens,
  type RecallResult,
} from '@mem/core';
import { type Compacted, type CompactResult, compact } from '../compaction/compact.js';
import { countMessage } from '../messages/count-tokens.js';
import type { Message } from '../messages/message.js';
import { partsOf } from '../messages/parts.js';
import {
  type KeptNotes,
  readNotes,
  type UpdatedNotesFile,
  updateNotesFile,
} from '../notes/notes-file.js';
import { notesPath } from '../notes/notes-path.js';
import { shouldUpdateNotes } from '../notes/notes-trigger.js';
import type {
  Conversation,
  ConversationCompactResult,
  ConversationOptions,
} from './conversation.js';

/**
 * Ties together what a conversation needs of a memory: recall that shows nothing twice, notes that
 * are kept up to date, and compaction from these notes.
 *
 * @throws MemoryError INVALID_PATH for an id that cannot name a file
 */
export function createConversation(options: ConversationOptions): Conversation {
  return new ObservedConversation(options);
}

class ObservedConversation implements Conversation {
  readonly id: string;
  readonly #options: ConversationOptions;
  readonly #session = createRecallSession();
  readonly #counts = new WeakMap<Message, number>();
  #messages: readonly Message[] = [];
  #tokens = 0;
  #tokensAtUpdate: number | undefined;
  /** How many of the messages the notes tell of; undefined while nobody here has written any. */
  #noted: number | undefined;
  #compactions = 0;
  #updating: Promise<UpdatedNotesFile> | undefined;

  constructor(options: ConversationOptions) {
    this.id = options.id ?? newId();
    this.#options = options;
    notesPath(this.id);
  }

  get tokens(): number {
    return this.#tokens;
  }

  get shouldUpdateNotes(): boolean {
    const calls = this.#messages.slice(this.#noted ?? 0).map(callsOf);
    const last = this.#messages.at(-1);
    return shouldUpdateNotes(
      {
        tokens: this.#tokens,
        tokensAtUpdate: this.#tokensAtUpdate,
        toolCalls: calls.reduce((sum, count) => sum + count, 0),
        isPaused: last?.role === 'assistant' && callsOf(last) === 0,
      },
      this.#options.thresholds,
    );
  }

  recall(
    query: string,
    options: Parameters<Conversation['recall']>[1] = {},
  ): Promise<RecallResult> {
    const { store, recall } = this.#options;
    return store.recall(query, { ...recall, ...options, session: this.#session });
  }

  observe(messages: readonly Message[]): void {
    this.#messages = [...messages];
    this.#tokens = this.#countsOf(messages).reduce((sum, count) => sum + count, 0);
    if (this.#noted !== undefined) this.#noted = Math.min(this.#noted, messages.length);
  }

  updateNotes(signal?: AbortSignal): Promise<UpdatedNotesFile> {
    this.#updating ??= this.#update(signal).finally(() => {
      this.#updating = undefined;
    });
    return this.#updating;
  }

  async #update(signal: AbortSignal | undefined): Promise<UpdatedNotesFile> {
    const { storage, model } = this.#options;
    const messages = this.#messages;
    const tokens = this.#tokens;
    const compactions = this.#compactions;
    if (!model) {
      const path = notesPath(this.id);
      const problem = 'There is no model to write the notes. Give the conversation one.';
      return { path, notes: (await this.notes())?.text ?? '', changed: [], problem, warnings: [] };
    }
    const since = messages.slice(this.#noted ?? 0);
    const updated = await updateNotesFile(storage, this.id, since, model, {
      ...this.#options,
      signal,
    });
    if (updated.problem === undefined && this.#compactions === compactions) {
      this.#noted = messages.length;
      this.#tokensAtUpdate = tokens;
    }
    return updated;
  }

  notes(): Promise<KeptNotes | undefined> {
    return readNotes(this.#options.storage, this.id);
  }

  async compact(messages?: readonly Message[]): Promise<ConversationCompactResult> {
    if (messages) this.observe(messages);
    const observed = this.#messages;
    const notes = await this.notes();
    const result: CompactResult = compact(observed, notes?.text, {
      ...this.#options.tail,
      template: this.#options.template,
      budget: this.#options.budget,
      estimate: this.#options.estimate,
      counts: this.#countsOf(observed),
      noted: this.#noted,
    });
    if (result.outcome !== 'compacted') return result;
    const context = await this.context();
    this.#goOnFrom(result, observed.length);
    return { ...result, context };
  }

  /** What was shown stood in the part that is gone: all of it may be shown again. */
  #goOnFrom({ messages, kept }: Compacted, length: number): void {
    this.#compactions += 1;
    this.#session.shown.clear();
    this.#session.bytes = 0;
    if (this.#noted !== undefined) {
      this.#noted = messages.length - kept + Math.max(this.#noted - (length - kept), 0);
    }
    this.observe(messages);
    this.#tokensAtUpdate = this.#tokens;
  }

  context(options: Parameters<Conversation['context']>[0] = {}): Promise<ContextResult> {
    return this.#options.store.context({ ...this.#options.context, ...options });
  }

  #countsOf(messages: readonly Message[]): number[] {
    const { estimate = estimateTokens } = this.#options;
    return messages.map((message) => {
      const known = this.#counts.get(message);
      if (known !== undefined) return known;
      const count = countMessage(message, estimate);
      this.#counts.set(message, count);
      return count;
    });
  }
}

function callsOf({ content }: Message): number {
  return partsOf(content).filter(({ type }) => type === 'tool-call').length;
}

/** The time and some chance: `2026-05-01T10-00-00-4f2a9c`. */
function newId(): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return `${time}-${Math.random().toString(16).slice(2, 8).padEnd(6, '0')}`;
}

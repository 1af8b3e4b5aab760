import {
  type EntryFields,
  type EntrySummary,
  type GuardOptions,
  isMemoryError,
  type MemoryStore,
  type PendingChange,
  type ProposedChange,
  type Provenance,
  redactSecrets,
} from '@mem/core';
import { findEntry, foldName } from '@mem/core/internal';
import {
  fieldsIn,
  nameIn,
  Refused,
  reasonIn,
  requireHarmless,
  shown,
} from '../answer/check-fields.js';
import { isObject, listInAnswer } from '../answer/read-json-answer.js';
import { type AskOptions, askModel } from '../ask-model.js';
import { holdsLines, normalisedBody } from '../distill/normalised-body.js';
import type { Rejection } from '../distill/plan.js';
import type { Message } from '../messages/message.js';
import type { ModelFunction } from '../model.js';
import { extractionPrompt } from './extraction-prompt.js';
import { type ReadableMessages, readableMessages } from './readable-messages.js';
import { wordOverlap } from './similar-text.js';

export interface ExtractOptions extends AskOptions {
  /** At most so many proposals of one conversation; 5 when omitted. */
  readonly maxProposals?: number | undefined;
  /** The model is shown so many characters of the conversation, the newest; 60,000 when omitted. */
  readonly maxLength?: number | undefined;
  /** What the store's guard is told; secrets are never taken from a model. */
  readonly guard?: GuardOptions | undefined;
  /** The program and the conversation; that a model concluded it is added. */
  readonly provenance?: Omit<Provenance, 'source'> | undefined;
}

export interface ExtractResult {
  /** What waits now for a person to accept it. */
  readonly proposed: readonly PendingChange[];
  readonly rejected: readonly Rejection[];
  /** Why there is nothing, in one line, when the model gave no answer that could be used. */
  readonly notice?: string;
}

/**
 * Asks the model what of a conversation is worth remembering, and puts each answer that is safe and
 * new on the shelf of pending changes, where neither prompt nor search sees it until a person
 * accepts it. What memory itself put into the messages is taken out first. Never throws because of
 * a model.
 *
 * @throws MemoryError STORAGE when the memory cannot be read
 */
export async function extractMemories(
  store: MemoryStore,
  messages: readonly Message[],
  model: ModelFunction,
  options: ExtractOptions = {},
): Promise<ExtractResult> {
  const { maxProposals = 5, maxLength = 60_000 } = options;
  const readable = readableMessages(messages, maxLength);
  if (readable.byPerson.size === 0) return nothing('There is nothing in it that a person said.');
  const { entries } = await store.list();
  const answer = await askModel(
    model,
    extractionPrompt(readable.text, entries, maxProposals),
    options,
  );
  if ('problem' in answer) return nothing(redactSecrets(answer.problem));
  const answered = listInAnswer(answer.text, 'memories');
  if (answered === undefined) {
    return nothing('The answer of the model holds no list of memories, so it was not used.');
  }
  const { changes } = await store.pending.list();
  const work = new Extraction(store, entries, changes, readable, options);
  for (const value of answered.slice(0, maxProposals)) await work.take(value);
  const more = answered.length - maxProposals;
  if (more > 0) work.reject(`${more} more`, `one conversation gives at most ${maxProposals}`);
  return { proposed: work.proposed, rejected: work.rejected };
}

function nothing(notice: string): ExtractResult {
  return { proposed: [], rejected: [], notice };
}

/** From this share of common words on, two texts count as saying the same. */
const sameFrom = 0.8;

class Extraction {
  readonly proposed: PendingChange[] = [];
  readonly rejected: Rejection[] = [];
  readonly #store: MemoryStore;
  readonly #entries: readonly EntrySummary[];
  readonly #waiting: PendingChange[];
  readonly #readable: ReadableMessages;
  readonly #options: ExtractOptions;

  constructor(
    store: MemoryStore,
    entries: readonly EntrySummary[],
    waiting: readonly PendingChange[],
    readable: ReadableMessages,
    options: ExtractOptions,
  ) {
    this.#store = store;
    this.#entries = entries;
    this.#waiting = [...waiting];
    this.#readable = readable;
    this.#options = options;
  }

  reject(what: string, why: string): void {
    this.rejected.push({ what, why });
  }

  async take(value: unknown): Promise<void> {
    try {
      const change = await this.#store.pending.add(await this.#changeIn(value));
      this.proposed.push(change);
      this.#waiting.push(change);
    } catch (error) {
      if (!(error instanceof Refused) && !isMemoryError(error)) throw error;
      const given = isObject(value)
        ? Object.values(value).filter((each) => typeof each === 'string')
        : [];
      const what = shown(isObject(value) ? (value.name ?? '') : value);
      this.reject(redactSecrets(what, given), redactSecrets(error.message, given));
    }
  }

  async #changeIn(value: unknown): Promise<ProposedChange> {
    if (!isObject(value)) throw new Refused('it is no memory');
    const name = nameIn(value.name);
    const fields = fieldsIn(value);
    const missing = (['description', 'type', 'body'] as const).find(
      (key) => fields[key] === undefined,
    );
    if (missing) throw new Refused(`it has no ${missing}`);
    const reason = reasonIn(value.reason);
    const origin = `messages ${this.#messagesIn(value.messages).join(', ')}`;
    requireHarmless({ name, ...fields, message: reason }, this.#options.guard);
    this.#requireNotWaiting(name, fields);
    const provenance = { ...this.#options.provenance, source: 'inferred' } as const;
    const change = await this.#saveOrUpdate(name, fields);
    return { ...change, reason, origin, provenance };
  }

  #messagesIn(value: unknown): readonly number[] {
    const numbers = Array.isArray(value) ? value : [value];
    const known = numbers.filter((each): each is number =>
      this.#readable.numbers.has(each as number),
    );
    if (known.length === 0 || known.length < numbers.length) {
      throw new Refused('it rests on messages that are not there');
    }
    if (known.some((each) => this.#readable.byPerson.has(each))) return known.slice(0, 20);
    throw new Refused('it rests on nothing that a person said');
  }

  #requireNotWaiting(name: string, { body = '' }: EntryFields): void {
    const folded = foldName(name);
    const twin = this.#waiting.find(
      (change) => foldName(change.name) === folded || isSame(change.fields.body ?? '', body),
    );
    if (twin) throw new Refused(`${shown(twin.name)} waits to be accepted already`);
  }

  /** Of an entry that exists, what is new goes below what it says: the model has not read that. */
  async #saveOrUpdate(name: string, fields: EntryFields): Promise<ProposedChange> {
    const found = findEntry(name, this.#entries);
    const { body = '' } = fields;
    if (found.kind === 'none') {
      await this.#requireNew(name, fields);
      return { kind: 'save', name, fields };
    }
    const paths = found.kind === 'found' ? [found.path] : found.paths;
    if (paths.length > 1) throw new Refused(`several memories answer to it: ${paths.join(', ')}`);
    const entry = await this.#store.get(paths[0]!);
    if (isSame(entry.body, body)) throw new Refused(`${entry.path} says so already`);
    return {
      kind: 'update',
      name: entry.path,
      fields: { body: `${entry.body}\n\n${body}`.trim() },
    };
  }

  async #requireNew(name: string, { description = '', body = '' }: EntryFields): Promise<void> {
    const query = `${name} ${description}`.slice(0, 500).toWellFormed();
    const { hits } = await this.#store.search(query, { limit: 5 });
    for (const { path } of hits) {
      const entry = await this.#store.get(path);
      if (isSame(entry.body, body)) throw new Refused(`${path} says so already`);
    }
  }
}

function isSame(known: string, body: string): boolean {
  const [old, fresh] = [normalisedBody(known), normalisedBody(body)];
  if (fresh === '' || old === '') return false;
  return holdsLines(old, fresh) || wordOverlap(old, fresh) >= sameFrom;
}

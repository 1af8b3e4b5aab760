import type { Client } from '@modelcontextprotocol/client';
import { call } from './clients.js';

/** One thing that a person says, as a model would understand it. */
export type Turn =
  | { readonly says: 'remember' | 'corrects' | 'confirms'; readonly fact: Fact }
  | { readonly says: 'asks'; readonly about: string; readonly expects: RegExp }
  | { readonly says: 'forget'; readonly about: string }
  | { readonly says: 'small talk' }
  | { readonly says: 'ignore memory'; readonly about: string };

export interface Fact {
  /** What to look for before saving. */
  readonly subject: string;
  readonly name: string;
  readonly type: 'user' | 'feedback' | 'project' | 'reference';
  readonly description: string;
  readonly body: string;
}

/**
 * Does what the descriptions of the tools teach: looks before it saves, changes what is there
 * rather than adding to it, recalls before it answers, and touches nothing when told to ignore
 * memory. It decides nothing else, so the test shows what the tools make of a well-behaved model.
 */
export class StandInModel {
  readonly #client: Client;
  /** The tools that it has called, in order. */
  readonly calls: string[] = [];

  constructor(client: Client) {
    this.#client = client;
  }

  async hear(turn: Turn): Promise<string> {
    switch (turn.says) {
      case 'remember':
      case 'corrects':
      case 'confirms':
        return await this.#keep(turn.fact);
      case 'asks':
        return (await this.#use('recall_memory', { query: turn.about })).text;
      case 'forget':
        return await this.#forget(turn.about);
      case 'small talk':
      case 'ignore memory':
        return '';
    }
  }

  async #keep({ subject, ...fact }: Fact): Promise<string> {
    const found = await this.#find(subject);
    if (found === undefined) return (await this.#use('save_memory', { ...fact })).text;
    const { data } = await this.#use('read_memory', { name: found });
    const { name: _, ...fields } = fact;
    const change = { name: found, ...fields, if_version: data.version };
    return (await this.#use('update_memory', change)).text;
  }

  async #forget(about: string): Promise<string> {
    const found = await this.#find(about);
    if (found === undefined) return 'Nothing is remembered about that.';
    return (await this.#use('delete_memory', { name: found })).text;
  }

  /** The best hit that is about the subject, as one who reads the hits would see. */
  async #find(subject: string): Promise<string | undefined> {
    const { data } = await this.#use('search_memory', { query: subject });
    const hits = data.hits as {
      path: string;
      name: string;
      description?: string;
      snippet: string;
    }[];
    return hits.find(({ name, description, snippet }) =>
      subject.split(' ').every((word) => holdsWord(`${name} ${description} ${snippet}`, word)),
    )?.path;
  }

  async #use(tool: string, args: Record<string, unknown>) {
    this.calls.push(tool);
    const answer = await call(this.#client, tool, args);
    if (answer.isError) throw new Error(`${tool}: ${answer.text}`);
    return answer;
  }
}

/** The search also finds "team" for "tea", as it should; a reader knows better. */
function holdsWord(text: string, word: string): boolean {
  const end = /^\p{ASCII}+$/u.test(word) ? '(?:s|ing)?(?![\\p{L}])' : '';
  return new RegExp(`${word}${end}`, 'iu').test(text);
}

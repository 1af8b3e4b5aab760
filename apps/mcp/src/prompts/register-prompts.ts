import { type MemoryStore, memoryTypes, renderContext } from '@mem/core';
import { visibleLine } from '@mem/core/internal';
import { completable, type GetPromptResult, type McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { maxAnswerChars } from '../answer/limits.js';
import type { ServerWorld } from '../server/server-world.js';

/** What a person can start by hand, as a command or from a menu of the client. */
export function registerPrompts(server: McpServer, { places: [{ store }] }: ServerWorld): void {
  registerRemember(server);
  registerRecall(server, store);
  registerReview(server, store);
}

function registerRemember(server: McpServer): void {
  server.registerPrompt(
    'remember',
    {
      title: 'Remember this',
      description: 'Keep a fact for later conversations',
      argsSchema: z.object({ fact: z.string().max(10_000).describe('What to remember') }),
    },
    ({ fact }) =>
      asking(
        `Remember this for later conversations:\n\n${fact}\n\nLook for a memory on the same subject first (search_memory) and change that one; else save a new one. Choose the type, write a description that tells a later reader whether to read on, and in feedback and project memories add the lines **Why:** and **How to apply:**. Ask me where you would have to guess. If it should not be kept (a secret, or something the project itself tells), say so instead.`,
      ),
  );
}

function registerRecall(server: McpServer, store: MemoryStore): void {
  server.registerPrompt(
    'recall',
    {
      title: 'Recall',
      description: 'Put what is remembered about a subject into the conversation',
      argsSchema: z.object({ topic: z.string().max(2_000).describe('A subject, or a task') }),
    },
    async ({ topic }) => {
      const { hits } = await store.search(topic, { limit: 5 });
      const found = await Promise.allSettled(hits.map(({ path }) => store.get(path)));
      // One that was deleted in between is no longer remembered.
      const entries = found.flatMap((get) => (get.status === 'fulfilled' ? [get.value] : []));
      const { text } = renderContext(entries, { maxChars: maxAnswerChars });
      if (text === '') return asking(`Nothing is remembered about: ${topic}`);
      return asking(
        `Here is what is remembered about: ${topic}\n\n${text}\nUse what fits. Check what it says of files, code and dates before you rely on it.`,
      );
    },
  );
}

function registerReview(server: McpServer, store: MemoryStore): void {
  const types = [...memoryTypes];
  server.registerPrompt(
    'review-memories',
    {
      title: 'Review the memories',
      description: 'Go through the memories together: what is wrong, double or out of date',
      argsSchema: z.object({
        type: completable(z.string().max(100).describe('Only memories of this type'), (value) =>
          types.filter((type) => type.startsWith(value)),
        ).optional(),
      }),
    },
    async ({ type }) => {
      const kind = type === undefined ? '' : `${visibleLine(type)} `;
      const [{ entries }, { problems }] = await Promise.all([
        store.list(type === undefined ? {} : { type }),
        store.check(),
      ]);
      if (entries.length === 0) return asking(`There are no ${kind}memories to go through.`);
      const what =
        entries.length === 1 ? `only ${kind}memory` : `${entries.length} ${kind}memories`;
      const listed = new Set<string>(entries.map(({ path }) => path));
      const found = problems
        // Of one type, only what is about one of them; else also what is no memory.
        .filter(({ path }) => type === undefined || listed.has(path))
        .slice(0, 20)
        .map(({ path, message }) => visibleLine(`- ${path}: ${message}`))
        .join('\n');
      return asking(
        `Go through the ${what} with me (list_memories, then read_memory with check_claims). Name those that are wrong, out of date, double, or should never have been kept, each with a reason and what you would do. Change or delete nothing before I agree.${found === '' ? '' : `\n\nProblems that were found in the files:\n${found}`}`,
      );
    },
  );
}

function asking(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}

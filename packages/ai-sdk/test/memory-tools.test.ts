import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore, createRecallSession, type MemoryStore } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { createMemfsStorage, failingStorage } from '@mem/memfs';
import { generateText, stepCountIs } from 'ai';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type MemoryToolsOptions, memoryTools } from '../src/index.js';
import { promptOf, scriptedModel, type ToolUse } from './scripted-model.js';

// Put together, so that no file of ours holds one.
const token = ['ghp', 'R7xQ2mZp9LkV4tBnC8sWfY3jHdG6aE1uT5oK'].join('_');

function openDirectory() {
  const parent = mkdtempSync(join(tmpdir(), 'mem-ai-sdk-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const directory = join(parent, 'memory');
  return { directory, store: createMemoryStore(createDirectoryStorage(directory)) };
}

/** One conversation in which the model makes these calls, one a step; what it was answered. */
async function converse(
  store: MemoryStore,
  calls: readonly ToolUse[],
  options: MemoryToolsOptions = {},
) {
  const model = scriptedModel(...calls.map((call) => [call]), 'done');
  const result = await generateText({
    model,
    tools: memoryTools(store, options),
    prompt: 'Go on.',
    stopWhen: stepCountIs(calls.length + 1),
  });
  const answers = result.steps
    .flatMap(({ content }) => content)
    .flatMap((part): unknown[] => {
      if (part.type === 'tool-result') return [part.output];
      return part.type === 'tool-error' ? [{ thrown: String(part.error) }] : [];
    });
  return { answers, result, model };
}

const about = { description: 'As it is', type: 'project' } as const;

const noMocks = {
  name: 'No mocks',
  type: 'feedback',
  description: 'Tests use a real database',
  body: 'Never a mock.\n\n**Why:** it hid a fault.\n**How to apply:** start the container.',
};

describe('a conversation on real files', () => {
  test('saves, searches, lists, reads, recalls, changes and deletes', async () => {
    const { directory, store } = openDirectory();
    const { answers, result } = await converse(
      store,
      [
        ['save_memory', noMocks],
        ['search_memory', { query: 'database tests zebra' }],
        ['list_memories', {}],
        ['read_memory', { name: 'No mocks' }],
        ['recall_memory', { query: 'how do I test the database?' }],
        ['recall_memory', { query: 'how do I test the database?' }],
        [
          'update_memory',
          { name: 'No mocks', description: 'Tests use PostgreSQL', reason: 'told' },
        ],
        ['delete_memory', { name: 'No mocks' }],
      ],
      { approveDelete: false },
    );
    const memory = { path: 'no_mocks.md', name: 'No mocks', type: 'feedback' };
    expect(answers).toEqual([
      {
        done: 'saved as a new memory',
        memory: {
          ...memory,
          description: 'Tests use a real database',
          version: expect.any(String),
        },
      },
      {
        hits: [
          {
            ...memory,
            description: 'Tests use a real database',
            snippet: expect.stringContaining('database'),
          },
        ],
        words_in_no_memory: ['zebra'],
      },
      { memories: [{ ...memory, description: 'Tests use a real database' }], total: 1 },
      {
        memory: {
          ...memory,
          description: 'Tests use a real database',
          version: expect.any(String),
          modified: expect.any(String),
          body: noMocks.body,
        },
      },
      { memories: expect.stringContaining('Never a mock.') },
      { memories: 'No memory fits.' },
      {
        done: 'changed',
        memory: { ...memory, description: 'Tests use PostgreSQL', version: expect.any(String) },
      },
      { done: 'deleted', paths: ['no_mocks.md'] },
    ]);
    expect(result.text).toBe('done');
    expect(readFileSync(join(directory, 'MEMORY.md'), 'utf8')).toBe('');
  });

  test('who said it is written into the header', async () => {
    const { directory, store } = openDirectory();
    await converse(store, [['save_memory', { name: 'Tea', ...about }]], {
      provenance: { source: 'inferred', client: 'my-agent', session: 'c1' },
    });
    expect((await store.get('Tea')).provenance).toEqual({
      source: 'inferred',
      client: 'my-agent',
      session: 'c1',
    });
    expect(readFileSync(join(directory, 'tea.md'), 'utf8')).toContain('client: my-agent');
  });
});

test('deleting waits for the approval of the person', async () => {
  const { store } = openDirectory();
  await store.save({ name: 'Tea', ...about });
  const { result, answers } = await converse(store, [['delete_memory', { name: 'Tea' }]]);
  expect(answers).toEqual([]);
  expect(result.content).toContainEqual(expect.objectContaining({ type: 'tool-approval-request' }));
  await store.get('Tea');
  const request = result.content.find((part) => part.type === 'tool-approval-request');
  const approved = await generateText({
    model: scriptedModel('gone'),
    tools: memoryTools(store),
    messages: [
      { role: 'user', content: 'Forget the tea.' },
      ...result.response.messages,
      {
        role: 'tool',
        content: [
          {
            type: 'tool-approval-response',
            approvalId: (request as { approvalId: string }).approvalId,
            approved: true,
          },
        ],
      },
    ],
  });
  expect(approved.text).toBe('gone');
  await expect(store.get('Tea')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('read only, there is nothing that could write', () => {
  const { store } = openDirectory();
  expect(Object.keys(memoryTools(store, { readOnly: true }))).toEqual([
    'search_memory',
    'list_memories',
    'read_memory',
    'recall_memory',
  ]);
  expect(Object.keys(memoryTools(store))).toHaveLength(7);
});

test('proposals wait for a person, and nothing shows them before', async () => {
  const { store } = openDirectory();
  await store.save({ name: 'Old', ...about });
  const { answers } = await converse(
    store,
    [
      ['save_memory', { name: 'New', type: 'user', description: 'proposed', reason: 'was said' }],
      ['update_memory', { name: 'Old', description: 'other' }],
      ['delete_memory', { name: 'Old' }],
      ['list_memories', {}],
      ['search_memory', { query: 'proposed' }],
    ],
    { write: 'propose', provenance: { source: 'inferred' } },
  );
  const proposed = {
    done: expect.stringMatching(/^proposed: nothing is changed/),
    proposal: expect.any(String),
  };
  expect(answers.slice(0, 4)).toEqual([
    proposed,
    proposed,
    proposed,
    { memories: [{ path: 'old.md', name: 'Old', ...about }], total: 1 },
  ]);
  expect(answers[4]).toMatchObject({ hits: [] });
  const { changes } = await store.pending.list();
  expect(changes.map(({ kind, name, reason }) => [kind, name, reason])).toEqual([
    ['save', 'New', 'was said'],
    ['update', 'Old', undefined],
    ['delete', 'Old', undefined],
  ]);
  await store.pending.accept(changes[0]?.id ?? '');
  expect((await store.get('New')).provenance).toEqual({ source: 'inferred' });
});

describe('a failure is a result with its remedy', () => {
  test.each<[string, ToolUse, RegExp]>([
    ['no such memory', ['read_memory', { name: 'Teh' }], /^NOT_FOUND: .*Tea/],
    ['a secret', ['save_memory', { name: 'Key', ...about, body: token }], /^REFUSED: /],
    ['nothing to change', ['update_memory', { name: 'Tea' }], /^INVALID_ENTRY: Nothing to change/],
    [
      'changed by somebody else',
      ['update_memory', { name: 'Tea', body: 'x', if_version: 'old' }],
      /^CONFLICT: /,
    ],
    ['a name that no file can have', ['read_memory', { name: '../x' }], /^[A-Z_]+: /],
  ])('%s', async (_, call, expected) => {
    const { store } = openDirectory();
    await store.save({ name: 'Tea', ...about });
    const { answers } = await converse(store, [call]);
    expect(answers).toEqual([{ error: expect.stringMatching(expected) }]);
    expect(JSON.stringify(answers)).not.toContain(token.slice(4));
    expect((await store.list()).entries.map(({ name }) => name)).toEqual(['Tea']);
  });

  test.each<[string, 'write' | 'changesSince', ToolUse]>([
    ['saving', 'write', ['save_memory', { name: 'New', ...about }]],
    ['listing', 'changesSince', ['list_memories', {}]],
  ])('a storage that fails names no place of the host: %s', async (_, method, call) => {
    const storage = createMemfsStorage();
    await createMemoryStore(storage).save({ name: 'Tea', ...about });
    const error = new Error("EACCES: permission denied, open '/home/somebody/memory/tea.md'");
    const store = createMemoryStore(failingStorage(storage, { method, call: 1, error }));
    const { answers } = await converse(store, [call]);
    expect(answers).toEqual([{ error: expect.stringMatching(/^STORAGE: /) }]);
    expect(JSON.stringify(answers)).not.toContain('somebody');
  });

  test('an error that is not ours is not repeated', async () => {
    const store = createMemoryStore(createMemfsStorage());
    const broken: MemoryStore = {
      ...store,
      list: async () => {
        throw new Error('at /home/somebody/app.js:1');
      },
    };
    const { answers } = await converse(broken, [['list_memories', {}]]);
    expect(answers).toEqual([{ error: expect.stringMatching(/^INTERNAL: the memory itself/) }]);
  });
});

test.each<ToolUse>([
  ['save_memory', { name: 'Tea', override: true }],
  ['save_memory', { name: 'Tea', provenance: { source: 'user' } }],
  ['save_memory', { name: 'Tea', type: 'secret' }],
  ['search_memory', { query: 'x', purge: true }],
  ['list_memories', { limit: 1_000 }],
  ['delete_memory', { name: 'Tea', purge: true }],
  ['read_memory', {}],
])('arguments that a tool does not have are refused: %s %j', async (name, input) => {
  const { store } = openDirectory();
  await store.save({ name: 'Tea', ...about });
  const { model } = await converse(store, [[name, input]], { approveDelete: false });
  expect(promptOf(model.doGenerateCalls[1])).toContain('Invalid input for tool');
  expect((await store.list()).entries).toHaveLength(1);
  expect((await store.get('Tea')).type).toBe('project');
});

test('a long body is read piece by piece, no character parted', async () => {
  const { store } = openDirectory();
  const body = `${'x'.repeat(7_999)}😀${'y'.repeat(9_000)}`;
  await store.save({ name: 'Long', ...about, body });
  let read = '';
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const { answers } = await converse(store, [['read_memory', { name: 'Long', offset }]]);
    const [piece] = answers as [{ memory: { body: string }; next_offset?: number }];
    expect(piece.memory.body.isWellFormed()).toBe(true);
    read += piece.memory.body;
    offset = piece.next_offset;
  }
  expect(read).toBe(body);
});

test('a list goes on after the last one seen', async () => {
  const { store } = openDirectory();
  for (const name of ['a', 'b', 'c']) await store.save({ name, ...about });
  const { answers } = await converse(store, [
    ['list_memories', { limit: 2 }],
    ['list_memories', { limit: 2, after: 'b.md' }],
  ]);
  expect(answers).toMatchObject([
    { memories: [{ name: 'a' }, { name: 'b' }], total: 3, more_after_these: 1 },
    { memories: [{ name: 'c' }], total: 3 },
  ]);
});

test('a conversation that goes on in another process is not shown the same again', async () => {
  const { store } = openDirectory();
  await store.save({ name: 'Deploys', ...about });
  const session = createRecallSession(['deploys.md']);
  const { answers } = await converse(store, [['recall_memory', { query: 'deploys' }]], { session });
  expect(answers).toEqual([{ memories: 'No memory fits.' }]);
});

test('descriptions teach what core teaches, and are short enough for every client', async () => {
  const { store } = openDirectory();
  const model = scriptedModel('hello');
  await generateText({ model, tools: memoryTools(store), prompt: 'Hi' });
  const tools = model.doGenerateCalls[0]?.tools ?? [];
  expect(tools.map(({ name }) => name)).toEqual(Object.keys(memoryTools(store)));
  for (const tool of tools) {
    if (tool.type !== 'function') throw new Error(`${tool.name} is no function`);
    expect(new TextEncoder().encode(tool.description).length, tool.name).toBeLessThan(2_048);
    expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
  }
  expect(JSON.stringify(tools)).toContain('What never to store');
});

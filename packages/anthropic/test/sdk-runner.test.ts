import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Anthropic from '@anthropic-ai/sdk';
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMemoryTool } from '../src/index.js';
import { allFiles, put, storages } from './open-storages.js';

interface ToolResult {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: unknown;
  readonly is_error?: boolean;
}

interface ApiRequest {
  readonly tools: readonly { readonly type: string; readonly name: string }[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** A server that plays the API: each turn asks for the next batch of commands, then it ends. */
async function playApi(turns: readonly (readonly object[])[]) {
  const requests: ApiRequest[] = [];
  const server = createServer(async (request, response) => {
    requests.push(JSON.parse(await text(request)) as ApiRequest);
    const batch = turns[requests.length - 1];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(messageOf(batch, requests.length)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const client = new Anthropic({
    apiKey: 'none',
    baseURL: `http://127.0.0.1:${port}`,
    maxRetries: 0,
  });
  return { client, requests };
}

function messageOf(batch: readonly object[] | undefined, turn: number): object {
  return {
    id: `msg_${turn}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-test',
    content: batch
      ? batch.map((input, at) => ({
          type: 'tool_use',
          id: `toolu_${turn}_${at}`,
          name: 'memory',
          input,
        }))
      : [{ type: 'text', text: 'done' }],
    stop_reason: batch ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

const turns = [
  [{ command: 'view', path: '/memories' }],
  [
    { command: 'create', path: '/memories/p.md', file_text: 'Color: blue\nBlue is best\n' },
    { command: 'view', path: '/memories/p.md' },
  ],
  [
    {
      command: 'str_replace',
      path: '/memories/p.md',
      old_str: 'Color: blue\nBlue',
      new_str: 'Color: green\nGreen',
    },
    { command: 'insert', path: '/memories/p.md', insert_line: 2, insert_text: 'end\n' },
  ],
  [
    { command: 'view', path: '/memories/no.md' },
    { command: 'delete', path: '/memories/no.md' },
    { command: 'constructor', path: '/memories' },
    { command: 'rename', old_path: '/memories/p.md', new_path: '/memories/q.md' },
  ],
];

async function converse(memory: ReturnType<typeof createMemoryTool>) {
  const { client, requests } = await playApi(turns);
  const runner = client.beta.messages.toolRunner({
    model: 'claude-test',
    max_tokens: 1_000,
    messages: [{ role: 'user', content: 'What do you know of me?' }],
    tools: [betaMemoryTool(memory.handlers)],
  });
  const last = await runner.runUntilDone();
  expect(last.content).toEqual([{ type: 'text', text: 'done' }]);
  expect(requests[0]?.tools).toEqual([memory.definition]);
  const results = requests.flatMap(({ messages }) => {
    const { role, content } = messages.at(-1) ?? {};
    return role === 'user' && Array.isArray(content) ? (content as ToolResult[]) : [];
  });
  return results.map(({ content, is_error }) => [content, is_error ?? false]);
}

const done = [
  [
    "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n0B\t/memories",
    false,
  ],
  ['File created successfully at: /memories/p.md', false],
  [
    "Here's the content of /memories/p.md with line numbers:\n     1\tColor: blue\n     2\tBlue is best",
    false,
  ],
  [
    'The memory file has been edited. The lines around the change:\n     1\tColor: green\n     2\tGreen is best',
    false,
  ],
  ['The file /memories/p.md has been edited.', false],
];
const absent = 'The path /memories/no.md does not exist. Please provide a valid path.';
const failed = [
  ['Error: The path /memories/no.md does not exist', true],
  ['Error: constructor not implemented', true],
  ['Successfully renamed /memories/p.md to /memories/q.md', false],
];

describe.each(storages)("the vendor's tool runner on %s", (_, open) => {
  test('drives the tool over a conversation', async () => {
    const storage = open();
    const results = await converse(createMemoryTool(storage));
    expect(results).toEqual([...done, [`Error: ${absent}`, true], ...failed]);
    expect(await allFiles(storage)).toEqual({ 'q.md': 'Color: green\nGreen is best\nend\n' });
  });

  test('with its ToolError, errors arrive in the documented words', async () => {
    const { ToolError } = Anthropic.Beta.Messages;
    const results = await converse(createMemoryTool(open(), { toolError: ToolError }));
    expect(results).toEqual([...done, [absent, true], ...failed]);
  });

  test('a picture arrives as one', async () => {
    const storage = open();
    await put(storage, 'p.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47));
    const { client, requests } = await playApi([[{ command: 'view', path: '/memories/p.png' }]]);
    await client.beta.messages
      .toolRunner({
        model: 'claude-test',
        max_tokens: 1_000,
        messages: [{ role: 'user', content: 'Look' }],
        tools: [betaMemoryTool(createMemoryTool(storage).handlers)],
      })
      .runUntilDone();
    expect(requests[1]?.messages.at(-1)?.content).toMatchObject([
      { content: [{ type: 'image', source: { media_type: 'image/png', data: 'iVBORw==' } }] },
    ]);
  });
});

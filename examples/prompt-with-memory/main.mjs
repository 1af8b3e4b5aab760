// An agent's turn with memory: what was learned in one conversation is in the prompt of the next.
// Runs as it is (`node main.mjs`) and fails loudly when something is not as it should be.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore, createRecallSession, memoryInstructions } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';

const directory = join(mkdtempSync(join(tmpdir(), 'mem-example-')), 'memory');

// Conversation one: the user corrects the agent, and the agent keeps it.
const first = createMemoryStore(createDirectoryStorage(directory));
await first.save({
  name: 'No mocks for the database',
  type: 'feedback',
  description: 'Integration tests use a real database, never a mock',
  body: '**Why:** a mock hid a broken migration.\n**How to apply:** start the container first.',
});
await first.save({
  name: '部署窗口',
  type: 'project',
  description: '只在周二上午部署',
  body: '网关要先排空。',
});

// Conversation two, another process, perhaps weeks later.
const second = createMemoryStore(createDirectoryStorage(directory));
const system = [memoryInstructions({ length: 'short' }), (await second.context()).text].join('\n');
assert.match(system, /never a mock|real database|container first/);

// At each turn: the few memories that matter for what the user says, none of them twice.
const session = createRecallSession();
const turn = async (question) => {
  const { entries } = await second.recall(question, { session });
  return entries.map((entry) => entry.name);
};
assert.deepEqual(await turn('how do I test the database migration?'), [
  'No mocks for the database',
]);
assert.deepEqual(await turn('and the database tests again?'), []);
assert.deepEqual(await turn('什么时候部署'), ['部署窗口']);

console.log(system);

// An agent with a memory, over two conversations: what is said in the first changes the second,
// although the first was compacted and the rest of it came through the night's distillation.
//
// `node main.mjs` runs offline, on a stand-in for a model. With ANTHROPIC_API_KEY set it runs on
// Anthropic's model instead (MEM_EXAMPLE_MODEL names another one than claude-sonnet-4-5). Either
// way it checks its own result and fails loudly when something is not as it should be.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryTool } from '@mem/anthropic';
import { createAgent } from './src/agent.mjs';

const model = await chooseModel();
const parent = mkdtempSync(join(tmpdir(), 'mem-agent-'));
const directory = join(parent, 'memory');
// So small that a conversation of a few turns is compacted; leave both out in a real program.
const notes = { first: 300, further: 200 };
const tail = { minTokens: 50, minTexts: 2, maxTokens: 400 };

// What an agent without any memory says.
const blank = await createAgent({ directory: join(parent, 'empty'), model, id: 'blank' });
const questions = [
  'How do I test the database migration?',
  'On which day do we deploy?',
  'Which language do I prefer for scripts?',
];
const unknowing = await answersOf(blank);

// Conversation one. A correction is saved at once; a decision is only said, and is in the log.
const first = await createAgent({ directory, model, id: 'one', notes, tail });
await first.say('I work on the payments service with two others.');
await first.say(
  'No, never mock the database when you test a migration: a mock hid a broken one from us in May 2026. Please remember that.',
);
await first.say('Decision: we deploy on Tuesdays only, because the gateway must be drained first.');
for (const step of ['read the schema', 'listed the tables', 'looked at the constraints']) {
  await first.say(`I have ${step} of the orders database, and there is nothing unusual in it.`);
}

// It has become long: the head gives way to the notes, without a call of the model.
const before = first.messages.length;
const compacted = await first.compact();
assert.equal(compacted.outcome, 'compacted');
assert(first.messages.length < before);
assert(compacted.tokens.after < compacted.tokens.before);
await first.say('I prefer TypeScript for scripts, always.');

// What else was worth keeping waits for a person, who takes it.
const { proposed } = await first.propose();
assert(proposed.length > 0, 'something is proposed');
for (const { id } of proposed) await first.store.pending.accept(id);

// The night: the day's log becomes memories.
const night = await first.distill();
assert.equal(night.kind, 'done');
assert(night.result.applied.length > 0, 'the decision has become a memory');

// Conversation two, another process, perhaps weeks later.
const second = await createAgent({ directory, model, id: 'two' });
const knowing = await answersOf(second);
for (const [at, expected] of [
  /never mock|real database|without mock|not mock/i,
  /Tuesday/,
  /TypeScript/,
].entries()) {
  assert.match(knowing[at], expected);
  assert.notEqual(knowing[at], unknowing[at]);
}

// The same files through Anthropic's memory tool.
const { content } = await createMemoryTool(second.storage).run({
  command: 'view',
  path: '/memories',
});
assert.match(content, /\/memories\/MEMORY\.md/);

for (const [at, question] of questions.entries()) {
  console.log(
    `> ${question}\n  without memory: ${unknowing[at]}\n  with memory:    ${knowing[at]}`,
  );
}
console.log(content);
rmSync(parent, { recursive: true });

async function answersOf(agent) {
  const answers = [];
  for (const question of questions) answers.push(await agent.say(question));
  return answers;
}

async function chooseModel() {
  if (process.env.ANTHROPIC_API_KEY) {
    const { anthropic } = await import('@ai-sdk/anthropic');
    return anthropic(process.env.MEM_EXAMPLE_MODEL ?? 'claude-sonnet-4-5');
  }
  const { createStandInModel } = await import('./src/stand-in-model.mjs');
  return createStandInModel();
}

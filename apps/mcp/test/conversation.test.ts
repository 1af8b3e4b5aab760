import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryStore } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { expect, test } from 'vitest';
import { eras, spawnClient } from './support/clients.js';
import { scratchHome } from './support/scratch.js';
import { type Fact, StandInModel, type Turn } from './support/stand-in-model.js';

function rule(subject: string, name: string, what: string, why: string, how: string): Fact {
  const body = `${what}\n\n**Why:** ${why}\n**How to apply:** ${how}`;
  return { subject, name, type: 'feedback', description: what, body };
}

const anna: Fact = {
  subject: 'Anna embedded developer',
  name: 'about-anna',
  type: 'user',
  description: 'Anna, embedded developer, new to TypeScript',
  body: 'Anna has written firmware in C for ten years; TypeScript is new to her.',
};
const tests = rule(
  'tests database',
  'real-database-in-tests',
  'Tests run against a real database, not a mock',
  'a mock hid a broken migration in March 2026.',
  'whenever a test touches storage.',
);
const freeze: Fact = {
  subject: 'merge freeze',
  name: 'merge-freeze',
  type: 'project',
  description: 'Merge freeze from 2026-03-05 for the mobile release',
  body: 'No merges from 2026-03-05 on.\n\n**Why:** the mobile team cuts its release.\n**How to apply:** hold back what is not urgent.',
};
const board: Fact = {
  subject: 'latency dashboard',
  name: 'latency-dashboard',
  type: 'reference',
  description: 'Where the latency dashboard is',
  body: 'The latency dashboard is at grafana.example/d/api-latency.',
};
const short = rule(
  'answers length summary',
  'short-answers',
  'No summary at the end of an answer',
  'Anna reads the diff herself.',
  'in every answer.',
);
const bundle = rule(
  'refactoring bundled',
  'one-bundled-change',
  'Refactorings come as one bundled change',
  'splitting was only churn; Anna confirmed it.',
  'for refactorings in this area.',
);
const tea: Fact = {
  subject: 'tea',
  name: 'tea',
  type: 'user',
  description: 'Anna drinks green tea',
  body: 'Green tea, no sugar.',
};
const chinese: Fact = {
  subject: '发布 周四',
  name: '发布规则',
  type: 'project',
  description: '发布只在周一到周四',
  body: '发布只在周一到周四。\n\n**Why:** 周末人少。\n**How to apply:** 周五不发布。',
};

const script: readonly Turn[] = [
  { says: 'small talk' },
  { says: 'remember', fact: anna },
  { says: 'corrects', fact: tests },
  { says: 'asks', about: 'how do we test code that uses the database?', expects: /real database/ },
  { says: 'remember', fact: freeze },
  { says: 'small talk' },
  { says: 'remember', fact: board },
  { says: 'asks', about: 'where is the latency dashboard', expects: /grafana\.example/ },
  { says: 'corrects', fact: short },
  { says: 'confirms', fact: bundle },
  { says: 'remember', fact: tea },
  { says: 'asks', about: 'what does Anna drink?', expects: /[Gg]reen tea/ },
  {
    says: 'corrects',
    fact: {
      ...freeze,
      description: 'Merge freeze from 2026-03-09 for the mobile release',
      body: freeze.body.replace('03-05', '03-09'),
    },
  },
  { says: 'asks', about: 'merge freeze date', expects: /2026-03-09/ },
  { says: 'ignore memory', about: 'tests' },
  { says: 'remember', fact: chinese },
  { says: 'asks', about: '什么时候发布？', expects: /周一到周四/ },
  { says: 'forget', about: 'tea' },
  { says: 'asks', about: 'green tea sugar', expects: /No memory fits|^(?![\s\S]*Green tea)/ },
  {
    says: 'corrects',
    fact: {
      ...anna,
      description: 'Anna, embedded developer, knows TypeScript now',
      body: 'Anna has written firmware in C for ten years and TypeScript for one.',
    },
  },
  { says: 'asks', about: 'how much TypeScript does Anna know?', expects: /TypeScript for one/ },
  { says: 'remember', fact: board },
  {
    says: 'corrects',
    fact: { ...board, body: 'The latency dashboard is at grafana.example/d/api-p99.' },
  },
  { says: 'asks', about: 'latency dashboard', expects: /api-p99/ },
  { says: 'forget', about: 'a thing that was never said' },
  { says: 'confirms', fact: tests },
  { says: 'asks', about: 'should I write a summary at the end of answers?', expects: /No summary/ },
  { says: 'forget', about: 'merge freeze' },
  { says: 'asks', about: 'refactoring', expects: /bundled/ },
  { says: 'small talk' },
];

test.each(eras)('thirty turns leave what a person would expect, in the %s era', async (era) => {
  expect(script).toHaveLength(30);
  const { memory } = scratchHome();
  const asked: string[] = [];
  const { client } = await spawnClient(era, {
    args: ['--dir', memory],
    person: (message) => {
      asked.push(message);
      return { action: 'accept', content: { confirm: true } };
    },
  });
  const model = new StandInModel(client);
  for (const turn of script) {
    const before = model.calls.length;
    const answer = await model.hear(turn);
    if (turn.says === 'asks') expect(answer).toMatch(turn.expects);
    if (turn.says === 'ignore memory') expect(model.calls.length).toBe(before);
  }
  const files = readdirSync(memory)
    .filter((name) => name.endsWith('.md'))
    .sort();
  expect(files).toEqual([
    'MEMORY.md',
    'about-anna.md',
    'latency-dashboard.md',
    'one-bundled-change.md',
    'real-database-in-tests.md',
    'short-answers.md',
    '发布规则.md',
  ]);
  expect(asked).toEqual([
    expect.stringContaining('"tea"'),
    expect.stringContaining('"merge-freeze"'),
  ]);
  const read = (name: string) => readFileSync(join(memory, name), 'utf8');
  expect(read('about-anna.md')).toMatch(/knows TypeScript now[\s\S]*TypeScript for one/);
  expect(read('latency-dashboard.md')).not.toContain('api-latency');
  for (const name of ['one-bundled-change', 'real-database-in-tests', 'short-answers']) {
    expect(read(`${name}.md`)).toMatch(/\*\*Why:\*\*.*\n\*\*How to apply:\*\*/);
  }
  const store = createMemoryStore(createDirectoryStorage(memory));
  const index = await store.loadIndex();
  expect(index).toMatchObject({ cutLines: 0, lines: 6 });
  expect(index.lines).toBeLessThanOrEqual(200);
  expect(index.bytes).toBeLessThanOrEqual(25_000);
  expect((await store.check()).problems).toEqual([]);
});

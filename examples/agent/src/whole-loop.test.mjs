import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { expect, onTestFinished, test } from 'vitest';
import { createAgent } from './agent.mjs';
import { createStandInModel } from './stand-in-model.mjs';

// Put together, so that no file of ours holds one.
const token = ['ghp', 'R7xQ2mZp9LkV4tBnC8sWfY3jHdG6aE1uT5oK'].join('_');
const password = ['hunter', 'Xk29', 'zebra'].join('-');

/** Said, and worth remembering: how it is said, the question about it, and what must come back. */
const worthKeeping = [
  ['Remember: I am the only data engineer of the team.', 'Who is the data engineer?', 'only data'],
  [
    'No, never mock the database in migration tests.',
    'Do migration tests mock the database?',
    'never mock',
  ],
  [
    'Yes, exactly: always write release notes in plain words.',
    'How are release notes written?',
    'plain words',
  ],
  [
    'Remember: incidents are kept in the tracker called Pelican.',
    'Where are incidents kept?',
    'Pelican',
  ],
  ['Decision: we deploy on Tuesdays only.', 'On which day do we deploy?', 'Tuesdays'],
  ['Decision: invoices round half up, as the auditor asked.', 'How do invoices round?', 'half up'],
  ['I prefer short answers with the command first.', 'Which answers do I prefer?', 'command first'],
];

/** Said as if it were worth remembering, and never to be found again. */
const neverToKeep = [
  `Remember: the deploy token is ${token}.`,
  `Remember: password: ${password}`,
  'Remember: the fix is on branch fix/login-loop, pull request #4821.',
  'Remember: for now skip the flaky zanzibar test.',
  'Remember:\n```\nsrc/\n├── quagga.ts\n├── okapi.ts\n└── index.ts\n```',
];
const marks = [token.slice(4), password, '4821', 'zanzibar', 'quagga'];

const small = {
  notes: { first: 400, further: 200 },
  tail: { minTokens: 80, minTexts: 2, maxTokens: 500 },
};

/** Turns in which nothing is said that anybody should remember. */
const smallTalk = (count) =>
  Array.from({ length: count }, (_, at) => `The build of step ${at + 1} went through.`);

test('three conversations, 60 turns: what must be remembered is, what must not is not', async () => {
  const directory = join(scratchFolder(), 'memory');
  const model = createStandInModel();
  let time = Date.parse('2026-03-02T09:00:00Z');
  const now = () => {
    time += 60_000;
    return new Date(time);
  };
  const open = (id) => createAgent({ directory, model, id, now, ...small });
  let turns = 0;
  const sayAll = async (agent, sentences) => {
    const answers = [];
    for (const sentence of sentences) answers.push(await agent.say(sentence));
    turns += sentences.length;
    return answers;
  };

  // One: told, corrected, and asked to keep what must not be kept.
  const one = await open('one');
  const told = worthKeeping.map(([sentence]) => sentence);
  await sayAll(one, told.slice(0, 4));
  const refusals = await sayAll(one, neverToKeep);
  for (const refusal of refusals) expect(refusal).toMatch(/^I could not do that: REFUSED/);
  await sayAll(one, [...smallTalk(6), ...told.slice(4, 6)]);
  expect(await one.compact()).toMatchObject({ outcome: 'compacted' });
  await sayAll(one, smallTalk(3));
  expect((await one.distill()).result.applied).toHaveLength(2);

  // Two: it knows, it proposes, and a person takes one proposal and not the other.
  const two = await open('two');
  const known = worthKeeping.slice(0, 6);
  const answers = await sayAll(
    two,
    known.map(([, question]) => question),
  );
  for (const [at, [, , expected]] of known.entries()) expect(answers[at]).toContain(expected);
  await sayAll(two, [told[6], 'We never eat at the canteen.', ...smallTalk(10)]);
  const { proposed } = await two.propose();
  // Of what memory itself had put into the conversation nothing is proposed again.
  expect(proposed.map(({ fields }) => fields.description)).toEqual([
    'I prefer short answers with the command first.',
    'We never eat at the canteen.',
  ]);
  const [answerStyle, canteen] = proposed;
  expect((await two.store.search('canteen')).hits).toEqual([]);
  expect((await two.store.context()).text).not.toContain('canteen');
  await two.store.pending.accept(answerStyle.id);
  await two.store.pending.reject(canteen.id);
  expect(await two.compact()).toMatchObject({ outcome: 'compacted' });
  await sayAll(two, ['Forget incidents kept tracker called.', 'The tests are green.']);

  // Three: all that holds is there, in the prompt and on demand, and nothing else.
  const three = await open('three');
  const holding = worthKeeping.filter(([, , expected]) => expected !== 'Pelican');
  const last = await sayAll(
    three,
    holding.map(([, question]) => question),
  );
  for (const [at, [, , expected]] of holding.entries()) expect(last[at]).toContain(expected);
  const [gone, canteenNow] = await sayAll(three, [
    'Where are incidents tracked?',
    'Where do we eat, canteen or outside?',
  ]);
  for (const answer of [gone, canteenNow]) expect(answer).toContain('I know nothing about that');
  await sayAll(three, smallTalk(12));
  expect(turns).toBe(60);

  const { entries } = await three.store.list();
  expect(entries.map(({ description }) => description).sort()).toEqual(
    holding
      .map(([sentence]) => sentence.replace(/^(Remember|No|Yes, exactly|Decision)[:,] /, ''))
      .sort(),
  );
  expect(await three.store.check()).toMatchObject({
    problems: [],
    index: { dangling: [], unindexed: [] },
  });
  await expectNowhere(directory);
});

/** Neither a memory nor the index, a prompt or a search holds it; secrets no file at all. */
async function expectNowhere(directory) {
  const store = createMemoryStore(createDirectoryStorage(directory));
  const prompt = (await store.context({ maxChars: 100_000 })).text;
  for (const mark of [...marks, 'canteen', 'Pelican', 'went through']) {
    expect(prompt).not.toContain(mark);
    expect((await store.search(mark, { mode: 'contains' })).hits).toEqual([]);
  }
  for (const file of everyFile(directory)) {
    const bytes = readFileSync(file, 'utf8');
    for (const secret of [token, password]) expect(bytes, file).not.toContain(secret);
  }
}

function everyFile(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath ?? item.path, item.name));
}

function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'mem-whole-loop-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

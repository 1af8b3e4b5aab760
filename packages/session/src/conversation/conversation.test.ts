import { createMemoryStore } from '@mem/core';
import { createMemfsStorage } from '@mem/memfs';
import { expect, test } from 'vitest';
import { generateConversation } from '../../test/generated-conversation.js';
import type { Message } from '../messages/message.js';
import { textOf } from '../messages/parts.js';
import type { ModelFunction } from '../model.js';
import { readNotes, updateNotesFile } from '../notes/notes-file.js';
import { notesPath } from '../notes/notes-path.js';
import type { ConversationOptions } from './conversation.js';
import { createConversation } from './create-conversation.js';

const noting: ModelFunction = async () => '# Current state\nLooking for the lock.';

async function open(options: Partial<ConversationOptions> = {}) {
  const storage = createMemfsStorage();
  const store = createMemoryStore(storage);
  await store.save({
    name: 'importer-lock',
    type: 'project',
    description: 'The importer takes a lock',
    body: 'One a minute.',
  });
  await store.save({
    name: 'coffee',
    type: 'reference',
    description: 'Coffee is in the kitchen',
    body: 'Black.',
  });
  const conversation = createConversation({ store, storage, id: 'c1', model: noting, ...options });
  return { storage, store, conversation };
}

const names = ({ entries }: { entries: readonly { name: string }[] }) =>
  entries.map(({ name }) => name);

test('a memory is shown once, and again after a compaction', async () => {
  const { conversation } = await open();
  expect(names(await conversation.recall('importer lock'))).toEqual(['importer-lock']);
  expect(names(await conversation.recall('importer lock'))).toEqual([]);
  conversation.observe(generateConversation(1, 300));
  await conversation.updateNotes();
  expect((await conversation.compact()).outcome).toBe('compacted');
  expect(names(await conversation.recall('importer lock'))).toEqual(['importer-lock']);
});

test('after a compaction the memories are read afresh from the storage', async () => {
  const { conversation, storage } = await open();
  expect((await conversation.context()).text).toContain('One a minute.');
  const file = [...(await storage.listAll())].find(({ path }) => path.includes('importer'));
  if (!file) throw new Error('no such file');
  await storage.write(
    file.path,
    new TextEncoder().encode('---\nname: importer-lock\n---\nTwo a minute.\n'),
  );
  conversation.observe(generateConversation(1, 300));
  await conversation.updateNotes();
  const result = await conversation.compact();
  if (result.outcome !== 'compacted') throw new Error(result.reason);
  expect(result.context.text).toContain('Two a minute.');
});

test('notes are due at the thresholds, and count from the update and from a compaction on', async () => {
  const { conversation } = await open();
  const messages = generateConversation(4, 400).filter(({ role }) => role !== 'system');
  const pause: Message = { role: 'assistant', content: 'Done.' };
  const observe = (count: number) => conversation.observe([...messages.slice(0, count), pause]);
  let count = 0;
  while (conversation.tokens < 10_000) {
    if (count > 0) expect(conversation.shouldUpdateNotes).toBe(false);
    observe(++count);
  }
  expect(conversation.shouldUpdateNotes).toBe(true);
  await conversation.updateNotes();
  expect(conversation.shouldUpdateNotes).toBe(false);
  const atUpdate = conversation.tokens;
  while (conversation.tokens < atUpdate + 5_000) {
    expect(conversation.shouldUpdateNotes).toBe(false);
    observe(++count);
  }
  expect(conversation.shouldUpdateNotes).toBe(true);
  observe(400);
  await conversation.updateNotes();
  expect((await conversation.compact()).outcome).toBe('compacted');
  expect(conversation.shouldUpdateNotes).toBe(false);
});

test('the model is shown only what was said since the last update', async () => {
  const prompts: string[] = [];
  const { conversation } = await open({
    model: async ({ prompt }) => {
      prompts.push(prompt);
      return `# Title\nupdate ${prompts.length}`;
    },
  });
  const say = (content: string): Message => ({ role: 'user', content });
  conversation.observe([say('first words')]);
  await conversation.updateNotes();
  conversation.observe([say('first words'), say('second words')]);
  await conversation.updateNotes();
  expect(prompts[0]).toContain('first words');
  expect(prompts[1]).not.toContain('first words');
  expect(prompts[1]).toContain('second words');
  expect(prompts[1]).toContain('update 1');
});

test('after a failed update the next one sees the same words again', async () => {
  let calls = 0;
  const { conversation } = await open({
    model: async ({ prompt }) => {
      calls += 1;
      if (calls === 1) throw new Error('overloaded');
      return prompt.includes('first words') ? '# Title\nseen' : '# Title\nmissed';
    },
  });
  conversation.observe([{ role: 'user', content: 'first words' }]);
  expect((await conversation.updateNotes()).problem).toContain('overloaded');
  expect(await conversation.notes()).toBeUndefined();
  await conversation.updateNotes();
  expect((await conversation.notes())?.text).toContain('seen');
});

test('without a model or notes it says so, and keeps the messages', async () => {
  const { conversation } = await open({ model: undefined });
  const messages = generateConversation(1, 300);
  conversation.observe(messages);
  expect((await conversation.updateNotes()).problem).toBe(
    'There is no model to write the notes. Give the conversation one.',
  );
  expect(await conversation.compact()).toMatchObject({ outcome: 'no-notes', messages });
});

test('what is said after the update is not lost in a compaction while there is room for it', async () => {
  const { conversation } = await open();
  const messages = generateConversation(7, 60);
  conversation.observe(messages);
  await conversation.updateNotes();
  const late = Array.from(
    { length: 12 },
    (_, at): Message => ({
      role: at % 2 ? 'assistant' : 'user',
      content: `late ${at} ${'words '.repeat(2_000)}`,
    }),
  );
  const result = await conversation.compact([...messages, ...late]);
  if (result.outcome !== 'compacted') throw new Error(result.reason);
  expect(result.unnoted).toBe(0);
  const texts = result.messages.map(({ content }) => textOf(content));
  expect(texts.filter((text) => text.startsWith('late'))).toHaveLength(12);
});

test('the notes are no memory, and stay out of the context', async () => {
  const { conversation, store, storage } = await open();
  conversation.observe([{ role: 'user', content: 'hello' }]);
  const { path } = await conversation.updateNotes();
  expect(await storage.read(path)).toBeDefined();
  expect((await store.list()).entries).toHaveLength(2);
  expect((await store.search('Looking for the lock')).hits.map(({ path }) => path)).not.toContain(
    path,
  );
  expect((await store.check()).problems.map(({ path }) => path)).not.toContain(path);
});

test('what a person writes into the notes while the model thinks stays', async () => {
  const storage = createMemfsStorage();
  const messages: Message[] = [{ role: 'user', content: 'hello' }];
  await updateNotesFile(storage, 'c1', messages, async () => '# Title\nold\n# Task\nold');
  const model: ModelFunction = async () => {
    const before = await readNotes(storage, 'c1');
    const edited = before?.text.replace('\nold\n', '\nmine\n') ?? '';
    await storage.write(notesPath('c1'), new TextEncoder().encode(edited));
    return '# Title\nnew\n# Task\nnew';
  };
  const { changed } = await updateNotesFile(storage, 'c1', messages, model);
  expect(changed).toEqual(['Task']);
  const text = (await readNotes(storage, 'c1'))?.text;
  expect(text).toContain(
    '# Title\n_What this conversation is about, in five to ten words._\n\nmine\n',
  );
  expect(text).not.toContain('old');
});

test('several updates at once are one', async () => {
  let calls = 0;
  const { conversation } = await open({
    model: async () => {
      calls += 1;
      return '# Title\nx';
    },
  });
  conversation.observe([{ role: 'user', content: 'hello' }]);
  await Promise.all([conversation.updateNotes(), conversation.updateNotes()]);
  expect(calls).toBe(1);
});

test('an id that cannot name a file is refused at once', async () => {
  await expect(open({ id: '../x' })).rejects.toThrow("cannot name a conversation's notes");
  expect((await open({ id: undefined })).conversation.id).toMatch(/^\d{4}-\d\d-\d\dT/);
});

import { createMemoryStore, type StoragePath } from '@mem/core';
import { createMemfsStorage } from '@mem/memfs';
import { describe, expect, test } from 'vitest';
import { connect, eras } from './support/clients.js';
import { placeInRam, worldInRam } from './support/worlds.js';

async function filled(count: number) {
  const world = worldInRam();
  const { store } = world.places[0];
  for (let at = 0; at < count; at++) {
    const name = `fact ${String(at).padStart(3, '0')}`;
    await store.save({ name, type: 'user', description: `About ${at}`, body: `Body ${at}` });
  }
  return world;
}

describe.each(eras)('in the %s era', (era) => {
  test('the index and each memory can be listed and read', async () => {
    const client = await connect(await filled(2), era);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'mem://index',
      'mem://memory/fact_000.md',
      'mem://memory/fact_001.md',
    ]);
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([expect.objectContaining({ uri, mimeType: 'text/markdown' })]);
    }
    const { contents } = await client.readResource({ uri: 'mem://memory/fact%20001' });
    expect(contents[0]).toMatchObject({
      text: expect.stringMatching(/name: "fact 001"[\s\S]*Body 1/),
    });
  });

  test('what nobody sees in a name or description is spelled out in the list', async () => {
    const storage = createMemfsStorage();
    const place = placeInRam('memory', { store: createMemoryStore(storage) });
    const text = '---\nname: "a\\e[2Jb\\u2028c"\ndescription: "d\\u3164e"\n---\n\nBody\n';
    const path = 'a.md' as StoragePath;
    await storage.write(path, new TextEncoder().encode(text));
    const client = await connect(worldInRam({ places: [place] }), era);
    const { resources } = await client.listResources();
    expect(resources.find(({ uri }) => uri.endsWith('a.md'))).toMatchObject({
      name: 'a\\u{1b}[2Jb c',
      description: 'd\\u{3164}e',
    });
  });

  test('many memories come in pages', async () => {
    const client = await connect(await filled(120), era);
    const uris: string[] = [];
    let cursor: string | undefined;
    do {
      // The client's own method would put the pages together.
      const params = cursor === undefined ? {} : { cursor };
      const page = await client.request({ method: 'resources/list', params });
      expect(page.resources.length).toBeLessThanOrEqual(100);
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined && uris.length < 500);
    expect(new Set(uris).size).toBe(121);
  });

  test('names are completed', async () => {
    const client = await connect(await filled(12), era);
    const complete = async (value: string) => {
      const { completion } = await client.complete({
        ref: { type: 'ref/resource', uri: 'mem://memory/{name}' },
        argument: { name: 'name', value },
      });
      return completion.values;
    };
    expect(await complete('fact 01')).toEqual(['fact_010.md', 'fact_011.md']);
    expect(await complete('11')).toEqual(['fact_011.md']);
    expect(await complete('nothing')).toEqual([]);
  });

  test('what is not there, or leads outside, is an error that says nothing else', async () => {
    const client = await connect(await filled(1), era);
    for (const uri of [
      'mem://memory/nothing',
      'mem://memory/..%2F..%2Fetc%2Fpasswd',
      'mem://memory/%2Fetc%2Fpasswd',
      'mem://memory/%00',
      'mem://memory/%',
      'mem://else',
      'file:///etc/passwd',
    ]) {
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32602 });
    }
  });

  test('the prompts are listed and filled in', async () => {
    const client = await connect(await filled(3), era);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['remember', 'recall', 'review-memories']);
    const remember = await client.getPrompt({
      name: 'remember',
      arguments: { fact: 'I like tea' },
    });
    expect(JSON.stringify(remember.messages)).toMatch(/I like tea.*search_memory/);
    const recall = await client.getPrompt({ name: 'recall', arguments: { topic: 'fact 001' } });
    expect(JSON.stringify(recall.messages)).toContain('Body 1');
    const none = await client.getPrompt({ name: 'recall', arguments: { topic: 'zebra' } });
    expect(JSON.stringify(none.messages)).toContain('Nothing is remembered about: zebra');
    const review = await client.getPrompt({ name: 'review-memories', arguments: { type: 'user' } });
    expect(JSON.stringify(review.messages)).toContain('the 3 user memories');
    const noneOfType = await client.getPrompt({
      name: 'review-memories',
      arguments: { type: 'no\nsuch' },
    });
    expect(noneOfType.messages[0]?.content).toMatchObject({
      text: 'There are no no such memories to go through.',
    });
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'review-memories' },
      argument: { name: 'type', value: 'fe' },
    });
    expect(completion.values).toEqual(['feedback']);
  });
});

test('a review of one type tells the problems of that type, and counts in words', async () => {
  const storage = createMemfsStorage();
  const store = createMemoryStore(storage);
  const bytes = new TextEncoder().encode('---\nname: odd\ntype: odd\n---\n\nOdd.\n');
  await storage.write('odd.md' as StoragePath, bytes);
  await store.save({ name: 'fact', type: 'user', description: 'd', body: 'b' });
  const world = worldInRam({ places: [placeInRam('memory', { store })] });
  const client = await connect(world, 'modern');
  const review = async (args: Record<string, string>) => {
    const { messages } = await client.getPrompt({ name: 'review-memories', arguments: args });
    return JSON.stringify(messages);
  };
  expect(await review({ type: 'user' })).toContain('Go through the only user memory with me');
  expect(await review({ type: 'user' })).not.toContain('odd.md');
  expect(await review({})).toMatch(/Go through the 2 memories with me.*odd\.md/);
});

test('each of several directories has its own addresses', async () => {
  const world = worldInRam({ places: [placeInRam('project'), placeInRam('user')] });
  for (const { name, store } of world.places) {
    await store.save({ name: `of-${name}`, type: 'user', description: 'd', body: name });
  }
  const client = await connect(world, 'modern');
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([
    'mem://index',
    'mem://memory/of-project.md',
    'mem://store/user/index',
    'mem://store/user/memory/of-user.md',
  ]);
  const { contents } = await client.readResource({ uri: 'mem://store/user/memory/of-user' });
  expect(contents[0]).toMatchObject({ text: expect.stringContaining('user') });
});

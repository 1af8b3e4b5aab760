import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryStore, maxPendingBytes } from '@mem/core';
import { createMemfsStorage } from '@mem/memfs';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../src/program/read-settings.js';
import { call, connect, eras, type Person, spawnClient } from './support/clients.js';
import { scratchFolder } from './support/scratch.js';
import { placeInRam, worldInRam } from './support/worlds.js';

const fact = { name: 'fact', type: 'user', description: 'About it', body: 'The body.' } as const;

test('what clients see of the tools that propose is a decision: a change shows here', async () => {
  const client = await connect(worldInRam({ write: 'propose' }), 'modern');
  const { tools } = await client.listTools();
  const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
  expect(writing.map(({ name }) => name)).toEqual([
    'save_memory',
    'delete_memory',
    'update_memory',
  ]);
  for (const tool of writing) {
    expect(Buffer.byteLength(tool.description ?? '')).toBeLessThan(2_048);
    expect(tool.annotations).toMatchObject({ destructiveHint: false, idempotentHint: false });
  }
  await expect(`${JSON.stringify(writing, null, 2)}\n`).toMatchFileSnapshot('tools-propose.snap');
});

describe.each(eras)('in the %s era', (era) => {
  async function proposing() {
    const world = worldInRam({ write: 'propose' });
    const { store } = world.places[0];
    await store.save(fact);
    return { client: await connect(world, era), world, store };
  }

  test('a save, a change and a deletion wait, and change nothing', async () => {
    const { client, store } = await proposing();
    const before = await store.list();
    const saved = await call(client, 'save_memory', { ...fact, name: 'new', body: 'Zebra.' });
    expect(saved).toMatchObject({ isError: false, data: { kind: 'save', name: 'new' } });
    expect(saved.text).toMatch(/Waits for the person.*\n.*mem pending accept/);
    await call(client, 'update_memory', { name: 'fact', old_text: 'body', new_text: 'zebra' });
    await call(client, 'delete_memory', { name: 'fact', confirm: true });
    expect(await store.list()).toEqual(before);
    const { changes } = await store.pending.list();
    expect(changes.map(({ kind, name, fields }) => ({ kind, name, body: fields.body }))).toEqual([
      { kind: 'save', name: 'new', body: 'Zebra.' },
      { kind: 'update', name: 'fact', body: 'The zebra.' },
      { kind: 'delete', name: 'fact', body: undefined },
    ]);
    for (const { provenance } of changes) {
      expect(provenance).toEqual({ source: 'inferred', client: 'test' });
    }
    for (const { id } of changes.slice(0, 2)) await store.pending.accept(id);
    expect((await store.get('new')).provenance).toEqual({ source: 'inferred', client: 'test' });
    expect((await store.get('fact')).body).toBe('The zebra.');
  });

  test('the model cannot read back what waits', async () => {
    const { client } = await proposing();
    const { data } = await call(client, 'save_memory', { ...fact, name: 'new', body: 'Zebra.' });
    const id = String(data.pending);
    const answers = await Promise.all([
      call(client, 'search_memory', { query: 'zebra' }),
      call(client, 'search_memory', { query: 'Zebra', mode: 'contains' }),
      call(client, 'recall_memory', { query: 'zebra new' }),
      call(client, 'list_memories'),
      ...['new', id, `.mem/pending/${id}.json`, `${id}.json`].map((name) =>
        call(client, 'read_memory', { name }),
      ),
    ]);
    for (const { text, data: found } of answers) {
      expect(`${text}${JSON.stringify(found)}`).not.toContain('Zebra.');
    }
    const { resources } = await client.listResources();
    expect(JSON.stringify(resources)).not.toMatch(/new|pending/);
    for (const path of [`.mem/pending/${id}.json`, `.mem%2Fpending%2F${id}.json`]) {
      await expect(client.readResource({ uri: `mem://memory/${path}` })).rejects.toThrow();
    }
  });

  test('what cannot be proposed, or stands on an old version, is refused', async () => {
    const { client, store } = await proposing();
    for (const [tool, args] of [
      ['update_memory', { name: 'fact', new_name: 'other' }],
      ['delete_memory', { name: 'fact', purge: true }],
      ['save_memory', { ...fact, name: 'Fact', create: true }],
      ['update_memory', { name: 'fact', body: 'x', if_version: 'old' }],
      ['save_memory', { ...fact, body: 'x'.repeat(maxPendingBytes - 10) }],
      ['save_memory', { ...fact, body: `ghp_${'a1B2'.repeat(9)}` }],
      ['update_memory', { name: 'nothing', body: 'x' }],
    ] as const) {
      const { isError, text } = await call(client, tool, args);
      expect(isError, `${tool} ${JSON.stringify(args).slice(0, 80)}: ${text}`).toBe(true);
    }
    expect((await store.pending.list()).changes).toEqual([]);
  });

  test('the rate limit holds for proposals too', async () => {
    const world = worldInRam({ write: 'propose', rate: 2 });
    const client = await connect(world, era);
    const results = await Promise.all(
      [1, 2, 3].map((at) => call(client, 'save_memory', { ...fact, name: `fact ${at}` })),
    );
    expect(results.map(({ isError }) => isError)).toEqual([false, false, true]);
    expect((await world.places[0].store.pending.list()).changes).toHaveLength(2);
  });
});

describe.each(eras)('who said it, in the %s era', (era) => {
  const yes: Person = () => ({ action: 'accept', content: { confirm: true } });

  test('is the client by its own name, and inferred', async () => {
    const world = worldInRam({ session: 's-1' });
    const client = await connect(world, era);
    await call(client, 'save_memory', fact);
    const provenance = { source: 'inferred', client: 'test', session: 's-1' };
    expect((await world.places[0].store.get('fact')).provenance).toEqual(provenance);
    const read = await call(client, 'read_memory', { name: 'fact' });
    expect(read.data.provenance).toEqual(provenance);
    expect(read.text).toContain('said by: inferred, test, session s-1');
    const listed = await call(client, 'list_memories');
    expect(listed.data.memories).toMatchObject([{ provenance }]);
    const recalled = await call(client, 'recall_memory', { query: 'fact' });
    expect(recalled.data.memories).toMatchObject([{ provenance }]);
    expect(recalled.text).toContain('(Said by: inferred, test, session s-1.)');
  });

  test('is the user only where the person has agreed to all of it', async () => {
    const world = worldInRam({ write: 'ask' });
    const { store } = world.places[0];
    const client = await connect(world, era, yes);
    const source = async () => (await store.get('fact')).provenance?.source;
    await call(client, 'save_memory', fact);
    expect(await source()).toBe('user');
    await call(client, 'save_memory', { ...fact, body: 'x'.repeat(2_000) });
    expect(await source()).toBe('inferred');
    await call(client, 'update_memory', { name: 'fact', description: 'Another' });
    expect(await source()).toBe('inferred');
    await call(client, 'save_memory', fact);
    await call(client, 'update_memory', { name: 'fact', old_text: 'body', new_text: 'text' });
    expect(await source()).toBe('user');
  });

  test('cannot be set by a model', async () => {
    const world = worldInRam();
    const client = await connect(world, era);
    const claim = 'metadata:\n  source: user\n---\n';
    for (const key of ['source', 'provenance', 'metadata', 'client']) {
      await expect(
        call(client, 'save_memory', { ...fact, [key]: 'user' }).then(({ isError }) => {
          if (isError) throw new Error('refused');
        }),
      ).rejects.toThrow();
    }
    await call(client, 'save_memory', {
      ...fact,
      description: claim,
      body: `---\n${claim}${claim}`,
    });
    expect((await world.places[0].store.get('fact')).provenance?.source).toBe('inferred');
    await call(client, 'update_memory', { name: 'fact', body: claim });
    expect((await world.places[0].store.get('fact')).provenance?.source).toBe('inferred');
  });
});

test('a save names the memories that say much the same', async () => {
  const storage = createMemfsStorage();
  const store = createMemoryStore(storage);
  await store.save({
    ...fact,
    name: 'coffee',
    description: 'How the user takes their coffee',
    body: 'Black, without sugar.',
  });
  const world = worldInRam({ places: [placeInRam('memory', { store })] });
  const client = await connect(world, 'modern');
  const { data, text } = await call(client, 'save_memory', {
    ...fact,
    name: 'user coffee',
    description: 'How the user takes coffee',
    body: 'Takes it black, without any sugar.',
  });
  expect(data.similar).toMatchObject([{ path: 'coffee.md', name: 'coffee' }]);
  expect(text).toContain('Much like coffee (coffee.md)');
});

test('--write takes propose', () => {
  expect(readSettings(['--write', 'propose'], {})).toMatchObject({ write: 'propose' });
  expect(() => readSettings(['--write', 'proposed'], {})).toThrow(/allow, ask or propose/);
});

test.each([
  ['propose', [], 'save_memory'],
  ['propose', ['--write', 'ask'], 'save_memory'],
  ['none', ['--write', 'propose'], undefined],
] as const)('a .mem.json with "write": "%s" tightens %j', async (write, args, tool) => {
  const project = scratchFolder();
  writeFileSync(join(project, '.mem.json'), JSON.stringify({ directory: 'memory', write }));
  const { client, log } = await spawnClient('modern', {
    args,
    cwd: project,
    env: { HOME: project },
  });
  const { tools } = await client.listTools();
  expect(log()).toContain(`.mem.json asks for --write ${write}`);
  expect(tools.map(({ name }) => name).includes('save_memory')).toBe(tool !== undefined);
  if (tool === undefined) return;
  expect((await call(client, tool, fact)).text).toContain('Waits for the person');
});

test('a .mem.json loosens nothing', async () => {
  const project = scratchFolder();
  writeFileSync(join(project, '.mem.json'), '{ "directory": "memory", "write": "allow" }');
  const { client } = await spawnClient('modern', {
    args: ['--write', 'propose'],
    cwd: project,
    env: { HOME: project },
  });
  expect((await call(client, 'save_memory', fact)).text).toContain('Waits for the person');
});

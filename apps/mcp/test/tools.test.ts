import { describe, expect, test } from 'vitest';
import { call, connect, eras } from './support/clients.js';
import { placeInRam, worldInRam } from './support/worlds.js';

const rule = {
  name: 'release-days',
  type: 'feedback',
  description: 'Releases go out Monday to Thursday',
  body: 'Release Monday to Thursday.\n\n**Why:** small team.\n**How to apply:** always.\n',
};

describe.each(eras)('in the %s era', (era) => {
  test('parts of one memory are changed side by side, and each change holds', async () => {
    const world = worldInRam();
    const client = await connect(world, era);
    const parts = Array.from({ length: 20 }, (_, at) => `part-${String(at).padStart(2, '0')}`);
    await call(client, 'save_memory', { ...rule, body: parts.join('\n') });
    const changes = parts.map((part) =>
      call(client, 'update_memory', {
        name: 'release-days',
        old_text: part,
        new_text: part.toUpperCase(),
      }),
    );
    for (const { isError, text } of await Promise.all(changes)) expect(isError, text).toBe(false);
    const { body } = await world.places[0].store.get('release-days');
    expect(body.trim()).toBe(parts.join('\n').toUpperCase());
  });

  test('a memory is saved, found, read, changed, renamed and deleted', async () => {
    const client = await connect(worldInRam(), era);
    const saved = await call(client, 'save_memory', rule);
    expect(saved.data).toMatchObject({
      directory: 'acme/memory',
      path: 'release-days.md',
      created: true,
      changed: ['release-days.md', 'MEMORY.md'],
      index: { lines: 1 },
    });
    const found = await call(client, 'search_memory', { query: 'release friday' });
    expect(found.data).toMatchObject({ hits: [{ name: 'release-days' }], missing: ['friday'] });
    const read = await call(client, 'read_memory', { name: 'release-days' });
    expect(read.data).toMatchObject({ type: 'feedback', body: expect.stringContaining('Why') });
    const recalled = await call(client, 'recall_memory', { query: 'when do we release?' });
    expect(recalled.data).toMatchObject({ memories: [{ path: 'release-days.md', age: 0 }] });
    const changed = await call(client, 'update_memory', {
      name: 'release-days',
      old_text: 'Thursday.',
      new_text: 'Wednesday.',
      if_version: saved.data.version,
    });
    expect(changed.data).toMatchObject({ created: false, changed: ['release-days.md'] });
    const renamed = await call(client, 'update_memory', { name: 'release-days', new_name: 'days' });
    expect(renamed.data).toMatchObject({ path: 'days.md', name: 'days' });
    const listed = await call(client, 'list_memories');
    expect(listed.data).toMatchObject({ total: 1, memories: [{ path: 'days.md' }] });
    const deleted = await call(client, 'delete_memory', { name: 'days', confirm: true });
    expect(deleted.data).toMatchObject({ deleted: ['days.md'], index: { lines: 0 } });
    expect((await call(client, 'list_memories')).data).toMatchObject({ total: 0, memories: [] });
  });

  test('every answer names its directory, in the text as well', async () => {
    const client = await connect(worldInRam(), era);
    await call(client, 'save_memory', rule);
    const calls: [string, Record<string, unknown>][] = [
      ['save_memory', rule],
      ['search_memory', { query: 'x' }],
      ['list_memories', {}],
      ['read_memory', { name: 'release-days' }],
      ['recall_memory', { query: 'release' }],
      ['update_memory', { name: 'release-days', description: 'd' }],
      ['delete_memory', { name: 'release-days', confirm: true }],
    ];
    for (const [name, args] of calls) {
      const { data, text } = await call(client, name, args);
      expect(data.directory).toBe('acme/memory');
      expect(text).toContain('(Memory directory: acme/memory)');
    }
  });

  test('what goes wrong is a result with the remedy', async () => {
    const client = await connect(worldInRam(), era);
    await call(client, 'save_memory', rule);
    const failures: [string, Record<string, unknown>, RegExp][] = [
      ['read_memory', { name: 'release-day' }, /NOT_FOUND.*Did you mean "release-days"/],
      ['save_memory', { name: 'Release Days', body: 'x' }, /AMBIGUOUS|differs only in case/],
      ['save_memory', { name: 'new' }, /INVALID_ENTRY.*needs a/],
      ['update_memory', { name: 'release-days' }, /Nothing to change/],
      ['update_memory', { name: 'release-days', old_text: 'x' }, /belong together/],
      ['update_memory', { name: 'release-days', new_name: 'a', type: 'user' }, /call of its own/],
      [
        'update_memory',
        { name: 'release-days', old_text: 'nowhere', new_text: 'x' },
        /does not stand in the body/,
      ],
      ['update_memory', { name: 'release-days', old_text: 'a', new_text: 'x' }, /more than once/],
      ['update_memory', { name: 'release-days', body: 'x', if_version: 'old' }, /CONFLICT/],
      ['delete_memory', { name: 'release-days', confirm: true, if_version: 'old' }, /CONFLICT/],
      ['list_memories', { cursor: 'nonsense' }, /none of this tool/],
      ['search_memory', { query: 'x', cursor: 'e30' }, /none of this tool/],
      ['read_memory', { name: 'release-days', check_claims: true }, /--workspace/],
    ];
    for (const [name, args, message] of failures) {
      const { isError, text } = await call(client, name, args);
      expect({ name, isError, text }).toEqual({
        name,
        isError: true,
        text: expect.stringMatching(message),
      });
    }
    expect((await call(client, 'read_memory', { name: 'release-days' })).data).toMatchObject({
      body: expect.stringContaining('Thursday'),
    });
  });

  test('wrong and unknown arguments are refused, and nothing is done', async () => {
    const client = await connect(worldInRam(), era);
    const refused: [string, Record<string, unknown>, RegExp][] = [
      ['save_memory', { ...rule, tpye: 'user' }, /Unrecognized key: "tpye"/],
      ['save_memory', { ...rule, type: 'secret' }, /type/],
      ['save_memory', { ...rule, body: 7 }, /body/],
      ['save_memory', {}, /name/],
      ['save_memory', { ...rule, body: 'x'.repeat(100_001) }, /body/],
      ['search_memory', { query: 'x', limit: 0 }, /limit/],
      ['search_memory', { query: 'x', store: 'other' }, /Unrecognized key: "store"/],
      ['list_memories', { limit: 1.5 }, /limit/],
    ];
    for (const [name, args, message] of refused) {
      const { isError, text } = await call(client, name, args);
      expect(isError).toBe(true);
      expect(text).toMatch(message);
    }
    expect((await call(client, 'list_memories')).data.total).toBe(0);
  });

  test('an unknown tool is an error of the protocol', async () => {
    const client = await connect(worldInRam(), era);
    for (const name of ['no_such_tool', 'constructor', '__proto__']) {
      await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({
        code: -32602,
      });
    }
  });

  test('fifty calls at once are all answered, and nothing is lost', async () => {
    const client = await connect(worldInRam(), era);
    const names = Array.from({ length: 50 }, (_, at) => `fact-${at}`);
    const saved = await Promise.all(
      names.map((name) =>
        call(client, 'save_memory', { name, type: 'project', description: name, body: name }),
      ),
    );
    expect(saved.map(({ data }) => data.created)).toEqual(Array(50).fill(true));
    const read = await Promise.all(names.map((name) => call(client, 'read_memory', { name })));
    expect(read.map(({ data }) => String(data.body).trim())).toEqual(names);
    expect((await call(client, 'list_memories')).data.total).toBe(50);
  });
});

test('several directories are chosen by name, and the first is meant without one', async () => {
  const world = worldInRam({ places: [placeInRam('project'), placeInRam('user')] });
  const client = await connect(world, 'modern');
  await call(client, 'save_memory', rule);
  await call(client, 'save_memory', { ...rule, name: 'mine', store: 'user' });
  const mine = await call(client, 'list_memories', { store: 'user' });
  expect(mine.data).toMatchObject({ directory: 'user (acme/user)', memories: [{ name: 'mine' }] });
  const first = await call(client, 'list_memories');
  expect(first.data).toMatchObject({ memories: [{ name: 'release-days' }] });
  const unknown = await call(client, 'list_memories', { store: 'else' });
  expect(unknown.isError).toBe(true);
  expect(client.getInstructions()).toMatch(/project = acme\/project.*\n.*user = acme\/user/);
});

test('a fault of ours goes to the log, and tells the client nothing of the machine', async () => {
  const reported: unknown[] = [];
  const broken = placeInRam();
  const store = {
    ...broken.store,
    get: () => Promise.reject(new Error('ENOENT: /home/anna/secret/x.md')),
  };
  const world = worldInRam({
    places: [{ ...broken, store }],
    report: (error) => reported.push(error),
  });
  const client = await connect(world, 'modern');
  const { isError, text } = await call(client, 'read_memory', { name: 'x' });
  expect(isError).toBe(true);
  expect(text).toMatch(/^INTERNAL/);
  expect(text).not.toContain('anna');
  expect(reported).toHaveLength(1);
  await expect(client.readResource({ uri: 'mem://memory/x' })).rejects.not.toThrow(/anna/);
});

import type { ElicitResult } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { call, connect, eras } from './support/clients.js';
import { worldInRam } from './support/worlds.js';

const fact = { name: 'fact', type: 'user', description: 'About it', body: 'The body.' } as const;

function answering(...answers: ElicitResult[]) {
  const asked: string[] = [];
  const person = (message: string): ElicitResult => {
    asked.push(message);
    return answers[asked.length - 1] ?? { action: 'cancel' };
  };
  return { asked, person };
}
const yes: ElicitResult = { action: 'accept', content: { confirm: true } };

describe.each(eras)('in the %s era', (era) => {
  async function withFact(write: 'allow' | 'ask' = 'allow') {
    const world = worldInRam({ write });
    const { store } = world.places[0];
    await store.save(fact);
    const names = async () => (await store.list()).entries.map(({ name }) => name);
    return { world, store, names };
  }

  test('a person who can be asked is asked before a memory is deleted', async () => {
    const { world, names } = await withFact();
    const { asked, person } = answering(yes);
    const client = await connect(world, era, person);
    const { data } = await call(client, 'delete_memory', { name: 'fact' });
    expect(data).toMatchObject({ deleted: ['fact.md'] });
    expect(asked).toEqual([expect.stringMatching(/Delete the memory "fact".*acme[\s\S]*About it/)]);
    expect(await names()).toEqual([]);
  });

  const refusals: ElicitResult[] = [
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'accept', content: { confirm: false } },
    { action: 'accept', content: { confirm: 'no' } },
  ];
  test.each(refusals)('who answers %j keeps it, whatever the model confirms', async (answer) => {
    const { world, names } = await withFact();
    const client = await connect(world, era, answering(answer).person);
    const { isError, text } = await call(client, 'delete_memory', {
      name: 'fact',
      confirm: true,
    });
    expect(isError).toBe(true);
    expect(text).toContain('said no');
    expect(await names()).toEqual(['fact']);
  });

  test('what was changed while the person thought is not deleted', async () => {
    const { world, store, names } = await withFact();
    let change: Promise<unknown> = Promise.resolve();
    const client = await connect(world, era, () => {
      change = store.update('fact', { body: 'Another body.' });
      return yes;
    });
    const slow = world.places[0].store.delete;
    Object.assign(store, {
      delete: async (...args: Parameters<typeof slow>) => {
        await change;
        return await slow(...args);
      },
    });
    const { text } = await call(client, 'delete_memory', { name: 'fact' });
    expect(text).toMatch(/CONFLICT/);
    expect(await names()).toEqual(['fact']);
  });

  test('who cannot be asked has to be heard by the model: confirm is needed', async () => {
    const { world, names } = await withFact();
    const client = await connect(world, era);
    for (const args of [{ name: 'fact' }, { name: 'fact', confirm: false }]) {
      const { isError, text } = await call(client, 'delete_memory', args);
      expect(isError).toBe(true);
      expect(text).toMatch(/REFUSED.*confirm: true/);
    }
    expect(await names()).toEqual(['fact']);
    await call(client, 'delete_memory', { name: 'fact', confirm: true });
    expect(await names()).toEqual([]);
  });

  test('with --write ask each save and change is shown to the person', async () => {
    const { world, store, names } = await withFact('ask');
    const { asked, person } = answering(yes, { action: 'decline' }, yes);
    const client = await connect(world, era, person);
    const saved = await call(client, 'save_memory', { ...fact, name: 'new', body: 'Look at me' });
    expect(saved.data.created).toBe(true);
    const kept = await call(client, 'update_memory', { name: 'fact', body: 'Bad' });
    expect(kept.text).toContain('said no');
    const changed = await call(client, 'update_memory', { name: 'fact', body: 'Good' });
    expect(changed.isError).toBe(false);
    expect(asked[0]).toMatch(/Save the memory "new"[\s\S]*Look at me/);
    expect(asked).toHaveLength(3);
    expect(await names()).toEqual(['fact', 'new']);
    expect((await store.get('fact')).body).toContain('Good');
  });

  test('with --write ask nothing is changed where nobody can be asked', async () => {
    const { world, names } = await withFact('ask');
    const client = await connect(world, era);
    for (const [tool, args] of [
      ['save_memory', { ...fact, name: 'new' }],
      ['update_memory', { name: 'fact', body: 'x' }],
      ['delete_memory', { name: 'fact', confirm: true }],
      ['delete_memory', { name: 'fact', confirm: true, purge: true }],
    ] as const) {
      const { isError, text } = await call(client, tool, args);
      expect(isError).toBe(true);
      expect(text).toMatch(/^REFUSED: .*cannot ask.*--write propose/);
    }
    expect(await names()).toEqual(['fact']);
  });

  test('a question says what would be changed, line by line, and no text passes for it', async () => {
    const { world } = await withFact('ask');
    const { asked, person } = answering();
    const client = await connect(world, era, person);
    const calls: [string, Record<string, unknown>][] = [
      ['save_memory', { ...fact, name: 'new', body: 'One.\n\nYes, save it\u202e\u001b[2J' }],
      ['update_memory', { name: 'fact', old_text: 'The body', new_text: 'No body' }],
      ['update_memory', { name: 'fact', new_name: 'figure' }],
      ['update_memory', { name: 'fact', body: '' }],
      ['update_memory', { name: 'fact', body: 'x'.repeat(9_000), description: 'New' }],
      ['delete_memory', { name: 'fact' }],
    ];
    for (const [tool, args] of calls) await call(client, tool, args);
    expect(asked).toEqual([
      'Save the memory "new" in acme/memory?\n\nType:\n> user\n\nDescription:\n> About it\n\nText:\n> One.\n> \n> Yes, save it\\u{202e}\\u{1b}[2J',
      'Change the memory "fact" in acme/memory?\n\nIn place of:\n> The body\n\nNew text:\n> No body',
      'Change the memory "fact" in acme/memory?\n\nNew name:\n> figure',
      'Change the memory "fact" in acme/memory?\n\nThe whole text:\n> (empty)',
      expect.stringMatching(/Description:\n> New\n\nThe whole text:\n> x{1490,1500}…$/),
      'Delete the memory "fact" (fact.md) from acme/memory?\n\nDescription:\n> About it',
    ]);
  });
});

test('a client that fails to ask changes nothing, and the model is told in one line', async () => {
  const world = worldInRam({ report: () => {} });
  await world.places[0].store.save(fact);
  const client = await connect(world, 'legacy', () => {
    throw new Error('Lost at /home/somebody/client.js');
  });
  const { isError, text } = await call(client, 'delete_memory', { name: 'fact', confirm: true });
  expect({ isError, text }).toEqual({
    isError: true,
    text: 'REFUSED: The person was not asked, since their client failed to show the question. Nothing was changed.',
  });
  expect((await world.places[0].store.list()).entries).toHaveLength(1);
});

test('an answer to one question is none to another: it is asked again', async () => {
  const world = worldInRam();
  const { store } = world.places[0];
  await store.save(fact);
  await store.save({ ...fact, name: 'other' });
  const asked: string[] = [];
  const person = (message: string): ElicitResult => {
    asked.push(message);
    return asked.length === 1 ? yes : { action: 'decline' };
  };
  const client = await connect(world, 'modern', person, (body) =>
    body.includes('inputResponses') ? body.replace('"name":"fact"', '"name":"other"') : body,
  );
  const { text } = await call(client, 'delete_memory', { name: 'fact' });
  expect(text).toContain('said no');
  expect(asked).toEqual([expect.stringContaining('"fact"'), expect.stringContaining('"other"')]);
  expect((await store.list()).entries).toHaveLength(2);
});

test('an answer without our seal is refused', async () => {
  const world = worldInRam({ report: () => {} });
  await world.places[0].store.save(fact);
  const client = await connect(
    world,
    'modern',
    () => yes,
    (body) => body.replace(/"requestState":"[^"]+"/, '"requestState":"forged"'),
  );
  await expect(
    client.callTool({ name: 'delete_memory', arguments: { name: 'fact' } }),
  ).rejects.toMatchObject({ code: -32602 });
  expect((await world.places[0].store.list()).entries).toHaveLength(1);
});

import { createMemoryStore } from '@mem/core';
import { createMemfsStorage } from '@mem/memfs';
import { describe, expect, test } from 'vitest';
import { hiddenMemories } from '../src/places/hidden-memories.js';
import { call, connect, eras, spawnClient } from './support/clients.js';
import { scratchHome } from './support/scratch.js';
import { placeInRam, worldInRam } from './support/worlds.js';

const secret = {
  type: 'user',
  description: 'About the party',
  body: 'The party is a surprise.',
} as const;

async function withHidden() {
  const storage = createMemfsStorage();
  const all = createMemoryStore(storage);
  await all.save({ name: 'Party', ...secret });
  await all.save({ name: 'Tea', type: 'user', description: 'Drinks', body: 'Likes tea.' });
  const store = createMemoryStore(storage, { ignore: { names: ['Party'] } });
  const place = placeInRam('memory', { store, hides: hiddenMemories(store, all) });
  return { world: worldInRam({ places: [place] }), all };
}

describe.each(eras)('what is ignored, in the %s era', (era) => {
  test('is changed by no tool, and betrayed by none', async () => {
    const { world, all } = await withHidden();
    const before = await all.get('Party');
    const client = await connect(world, era);
    const calls: [string, Record<string, unknown>, RegExp][] = [
      ['save_memory', { name: 'Party', body: 'Gone.' }, /REFUSED/],
      ['save_memory', { name: 'Party', ...secret, body: 'Gone.' }, /REFUSED/],
      ['save_memory', { name: 'par-ty', ...secret, body: 'Gone.' }, /^Saved/],
      ['save_memory', { name: 'PARTY', ...secret, body: 'Gone.' }, /REFUSED/],
      ['update_memory', { name: 'Party', body: 'Gone.' }, /NOT_FOUND/],
      ['update_memory', { name: 'party.md', old_text: 'surprise', new_text: '' }, /NOT_FOUND/],
      ['update_memory', { name: 'Party', new_name: 'Gone' }, /NOT_FOUND/],
      ['update_memory', { name: 'Tea', new_name: 'Party' }, /REFUSED/],
      ['delete_memory', { name: 'Party', confirm: true }, /NOT_FOUND/],
      ['save_memory', { name: 'Twin', ...secret }, /^Saved/],
    ];
    for (const [tool, args, wanted] of calls) {
      const { text, data } = await call(client, tool, args);
      expect(text).toMatch(wanted);
      // What was asked for may be said again.
      const said = JSON.stringify([text.replaceAll(`"${args.name}"`, ''), data]);
      expect(said).not.toMatch(/party\.md|Party/);
    }
    expect(await all.get('Party')).toEqual(before);
    const changed = await call(client, 'update_memory', { name: 'Tea', body: 'Likes green tea.' });
    expect(changed.isError).toBe(false);
  });
});

test('the program keeps its hands off what --ignore names', async () => {
  const { memory } = scratchHome();
  const { client: free } = await spawnClient('legacy', { args: ['--dir', memory] });
  await call(free, 'save_memory', { name: 'Party', ...secret });
  const { client } = await spawnClient('legacy', { args: ['--dir', memory, '--ignore', 'all'] });
  const { text } = await call(client, 'save_memory', { name: 'Party', ...secret, body: 'Gone.' });
  expect(text).toMatch(/^REFUSED: While memories are ignored/);
  expect((await call(free, 'read_memory', { name: 'Party' })).data.body).toContain('surprise');
});

import { describe, expect, test } from 'vitest';
import { createServerWorld } from '../src/server/create-server-world.js';
import { type Called, call, connect, eras } from './support/clients.js';
import { placeInRam, worldInRam } from './support/worlds.js';

/** The answer a client shows to its model is one of the two: each must fit. */
function sizes({ text, data }: Called): number[] {
  return [text.length, JSON.stringify(data).length];
}

const long = 'A sentence about the release process, with "quotes" and lines.\n'.repeat(400);

async function filled() {
  const world = worldInRam();
  const { store } = world.places[0];
  for (let at = 0; at < 120; at++) {
    await store.save({
      name: `release-note-${String(at).padStart(3, '0')}`,
      type: 'project',
      description: `Release number ${at} and what was decided about it, ${'in many words, '.repeat(20)}`,
      body: long,
    });
  }
  return world;
}

describe.each(eras)('in the %s era', (era) => {
  test('no answer is over 4,000 characters unless asked', async () => {
    const client = await connect(await filled(), era);
    const calls: [string, Record<string, unknown>][] = [
      ['list_memories', {}],
      ['list_memories', { limit: 200 }],
      ['search_memory', { query: 'release process' }],
      ['search_memory', { query: 'release', limit: 50 }],
      ['read_memory', { name: 'release-note-007' }],
      ['recall_memory', { query: 'release process', limit: 10 }],
      ['update_memory', { name: 'release-note-007', description: 'x'.repeat(2_000) }],
    ];
    for (const [name, args] of calls) {
      const answer = await call(client, name, args);
      expect(answer.isError, answer.text).toBe(false);
      for (const size of sizes(answer))
        expect({ name, fits: size <= 4_000, size }).toMatchObject({ fits: true });
    }
  });

  test('asked for more, an answer holds more, and never over 16,000 characters', async () => {
    const client = await connect(await filled(), era);
    for (const [name, args] of [
      ['list_memories', { limit: 200 }],
      ['search_memory', { query: 'release', limit: 50 }],
      ['read_memory', { name: 'release-note-007' }],
      ['recall_memory', { query: 'release process', limit: 10 }],
    ] as const) {
      const answer = await call(client, name, { ...args, max_chars: 16_000 });
      for (const size of sizes(answer)) expect(size).toBeLessThanOrEqual(16_000);
      expect(Math.max(...sizes(answer))).toBeGreaterThan(6_000);
    }
    const over = await call(client, 'list_memories', { max_chars: 16_001 });
    expect(over.isError).toBe(true);
  });

  test('the names of what has no room are counted too', async () => {
    const world = worldInRam();
    const { store } = world.places[0];
    for (let at = 0; at < 40; at++) {
      const name = `${at}-${'部'.repeat(60)}`;
      await store.save({ name, type: 'user', description: 'release', body: long });
    }
    const client = await connect(world, era);
    for (const max_chars of [500, 1_000, 4_000, 8_000, 16_000]) {
      const answer = await call(client, 'recall_memory', {
        query: 'release',
        limit: 10,
        max_chars,
      });
      for (const size of sizes(answer)) expect(size).toBeLessThanOrEqual(max_chars);
      expect(answer.text).toMatch(/No room for: |no room for any here/);
    }
  });

  test('pages go on where the one before ended, and miss nothing', async () => {
    const client = await connect(await filled(), era);
    const listed = await pages(client, 'list_memories', {}, 'memories');
    expect(listed.map(({ name }) => name)).toEqual(
      Array.from({ length: 120 }, (_, at) => `release-note-${String(at).padStart(3, '0')}`),
    );
    const hits = await pages(client, 'search_memory', { query: 'release' }, 'hits');
    expect(new Set(hits.map(({ path }) => path)).size).toBe(120);
    let body = '';
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const args = { name: 'release-note-007', ...(cursor && { cursor }) };
      const { data } = await call(client, 'read_memory', args);
      body += data.body as string;
      cursor = data.next_cursor as string | undefined;
    }
    expect(body.trim()).toBe(long.trim());
  });

  test('a page of a text that was changed meanwhile is refused', async () => {
    const world = await filled();
    const client = await connect(world, era);
    const { data } = await call(client, 'read_memory', { name: 'release-note-007' });
    await world.places[0].store.update('release-note-007', { body: `new ${long}` });
    const next = await call(client, 'read_memory', {
      name: 'release-note-007',
      cursor: data.next_cursor,
    });
    expect(next.text).toMatch(/CONFLICT.*from the start/);
  });
});

async function pages(
  client: Awaited<ReturnType<typeof connect>>,
  tool: string,
  args: Record<string, unknown>,
  key: string,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for (let cursor: unknown = ''; cursor !== undefined; ) {
    const { data } = await call(client, tool, { ...args, ...(cursor ? { cursor } : {}) });
    items.push(...(data[key] as Record<string, unknown>[]));
    cursor = data.next_cursor;
  }
  return items;
}

test('Chinese text is cut by tokens, emoji never in the middle', async () => {
  const world = worldInRam();
  const body = '发布周一到周四😀'.repeat(3_000);
  await world.places[0].store.save({ name: 'cn', type: 'user', description: 'd', body });
  const client = await connect(world, 'modern');
  let read = '';
  for (let cursor: unknown = ''; cursor !== undefined; ) {
    const args = { name: 'cn', max_chars: 16_000, ...(cursor ? { cursor } : {}) };
    const { data } = await call(client, 'read_memory', args);
    const piece = data.body as string;
    expect(piece.isWellFormed()).toBe(true);
    expect(piece.length).toBeLessThan(10_500);
    read += piece;
    cursor = data.next_cursor;
  }
  expect(read.trim()).toBe(body);
});

test('calls over the rate are refused with the time to wait', async () => {
  const world = createServerWorld({ version: '1', places: [placeInRam()], rate: 3 });
  const client = await connect(world, 'modern');
  const answers = [];
  for (let at = 0; at < 5; at++) answers.push(await call(client, 'list_memories'));
  expect(answers.map(({ isError }) => isError)).toEqual([false, false, false, true, true]);
  expect(answers[4]?.text).toMatch(/LIMIT: More than 3 calls a minute.*Wait \d+ s/);
});

import { describe, expect, it } from 'vitest';
import { entryText, openTestStore } from '../../test/open-test-store.js';
import { labelledPairs, type TinyMemory } from '../../test/similar/twins.js';
import { likeness, likenessFrom, wordsOf } from './likeness.js';

const coffee = entryText('coffee', 'How the user takes their coffee', 'user', 'Black, no sugar.');
const twin = {
  name: 'user coffee',
  description: 'How the user takes coffee',
  type: 'user',
  body: 'Black, without sugar.',
} as const;

describe('a save', () => {
  it('names what says much the same, and leaves it as it is', async () => {
    const { store, text } = await openTestStore({ 'coffee.md': coffee });
    const { created, similar } = await store.save(twin);
    expect(created).toBe(true);
    expect(similar).toEqual([{ path: 'coffee.md', name: 'coffee', score: expect.any(Number) }]);
    expect(similar[0]?.score).toBeGreaterThanOrEqual(likenessFrom);
    expect(await text('coffee.md')).toBe(coffee);
  });

  it('names nothing where nothing is alike, itself least of all', async () => {
    const { store } = await openTestStore({ 'coffee.md': coffee });
    const tea = { name: 'tea', description: 'How the user takes their tea', type: 'user' } as const;
    expect((await store.save({ ...tea, body: 'Green.' })).similar).toEqual([]);
    expect((await store.update('coffee', { body: 'Black, never with sugar.' })).similar).toEqual(
      [],
    );
  });

  it('that changes nothing names nothing; an update that comes near another does', async () => {
    const { store } = await openTestStore({ 'coffee.md': coffee });
    await store.save({ ...twin, description: 'Something else', body: 'Else.' });
    const { similar } = await store.update('user coffee', twin2());
    expect(similar.map(({ path }) => path)).toEqual(['coffee.md']);
    expect((await store.update('user coffee', twin2())).similar).toEqual([]);
  });

  it('names at most three, most alike first', async () => {
    const files = Object.fromEntries(
      [1, 2, 3, 4, 5].map((at) => [
        `coffee_${at}.md`,
        coffee.replace('sugar', 'sugar '.repeat(at)),
      ]),
    );
    const { store } = await openTestStore(files);
    const { similar } = await store.save(twin);
    expect(similar).toHaveLength(3);
    const scores = similar.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('succeeds and names what it can when a file beside it cannot be read', async () => {
    const { store, put } = await openTestStore({ 'coffee.md': coffee });
    await put('broken.md', '---\nname: coffee black\ndescription: "How the user\n---\n');
    const { similar } = await store.save(twin);
    expect(similar.map(({ path }) => path)).toContain('coffee.md');
  });
});

function twin2() {
  const { description, body } = twin;
  return { description, body };
}

it('finds every twin that it would know among thousands of others', async () => {
  const files: Record<string, string> = {};
  for (let at = 0; at < 2_000; at++) {
    files[`filler_${at}.md`] = entryText(
      `filler ${at}`,
      `The user takes note of project release ${at} and the team`,
      'project',
      `Tests of service ${at} run before the commit. 数据库 データベース 데이터베이스`,
    );
  }
  const words = ([name, description, body]: TinyMemory) => wordsOf({ name, description, body });
  const twins = labelledPairs.filter(
    ({ one, other }) => likeness(words(one), words(other)) >= likenessFrom,
  );
  twins.forEach(({ one: [name, description, body] }, at) => {
    files[`twin_${at}.md`] = entryText(JSON.stringify(name), description, 'user', body);
  });
  const { store } = await openTestStore(files);
  const missed: string[] = [];
  for (const [at, { other }] of twins.entries()) {
    const [name, description, body] = other;
    const { similar } = await store.save({ name: `${name} ✓`, description, type: 'user', body });
    if (!similar.some(({ path }) => path === `twin_${at}.md`)) missed.push(name);
  }
  expect(missed).toEqual([]);
}, 60_000);

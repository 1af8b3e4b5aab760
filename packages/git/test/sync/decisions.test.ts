import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openHistory } from '../../src/index.js';
import { type Clone, filesOf, openClones } from './open-clones.js';

// Two people settle one conflict on two machines before they meet again.

const fields = { description: 'd', type: 'user' } as const;

/** Both know the conflicts: of `rules`, changed on both sides, and of `gone`, deleted by a. */
async function inConflict(): Promise<{ a: Clone; b: Clone }> {
  const { a, b } = openClones();
  await a.store.save({ name: 'rules', ...fields, body: 'one\ntwo\nthree' });
  await a.store.save({ name: 'gone', ...fields, body: 'x' });
  await a.sync.sync();
  await b.sync.sync();
  await a.store.update('rules', { body: 'one\ntwo of a\nthree' });
  await a.store.delete('gone');
  await b.store.update('rules', { body: 'one\ntwo of b\nthree' });
  await b.store.update('gone', { body: 'x, as b needs it' });
  await a.sync.sync();
  expect((await b.sync.sync()).conflicts).toHaveLength(2);
  expect((await a.sync.sync()).conflicts).toHaveLength(2);
  return { a, b };
}

function text({ directory }: Clone, path: string): string {
  return readFileSync(`${directory}/${path}`, 'utf8');
}

/** Until neither has anything new; what was open then. */
async function meet(...clones: readonly Clone[]): Promise<string[]> {
  for (const { sync } of [...clones, ...clones]) await sync.sync();
  const [first, second] = await Promise.all(clones.map(({ sync }) => sync.conflicts()));
  expect(first).toEqual(second);
  const [one, other] = clones.map(filesOf);
  expect(one).toEqual(other);
  return (first ?? []).map(({ path, kind }) => `${path} ${kind}`).toSorted();
}

test.each([
  ['a', 'theirs', 'ours'],
  ['b', 'theirs', 'ours'],
  ['a', 'ours', 'theirs'],
  ['b', { text: 'a text\n' }, 'ours'],
  ['b', { text: 'a text\n' }, 'theirs'],
] as const)('%s is the first with %j against %j: in conflict again', async (first, by, other) => {
  const { a, b } = await inConflict();
  const [one, two] = first === 'a' ? [a, b] : [b, a];
  await one.sync.resolve('rules.md', by);
  await two.sync.resolve('rules.md', other);
  const decided = text(one, 'rules.md');
  const stands = text(two, 'rules.md');
  await one.sync.sync();
  const met = await two.sync.sync();
  expect(met.conflicts.map(({ path }) => path).toSorted()).toEqual(['gone.md', 'rules.md']);
  expect(await meet(one, two)).toEqual(['gone.md removed-by-them', 'rules.md edited']);
  expect(text(one, 'rules.md')).toBe(stands);
  const { contents } = await one.sync.conflict('rules.md');
  expect(new TextDecoder().decode(contents.theirs ?? new Uint8Array())).toBe(decided);
  // And it can be settled for good, either way.
  await one.sync.resolve('rules.md', 'theirs');
  expect(text(one, 'rules.md')).toBe(decided);
  expect(await meet(one, two)).toEqual(['gone.md removed-by-them']);
  expect(text(two, 'rules.md')).toBe(decided);
});

test.each(['a', 'b'])(
  'a memory that one decided to keep does not vanish, %s first',
  async (who) => {
    const { a, b } = await inConflict();
    await a.sync.resolve('gone.md', 'theirs');
    await b.sync.resolve('gone.md', 'ours');
    expect(existsSync(`${a.directory}/gone.md`)).toBe(false);
    const clones = who === 'a' ? [a, b] : [b, a];
    const kind = who === 'a' ? 'removed-by-them' : 'removed-by-us';
    expect(await meet(...clones)).toEqual([`gone.md ${kind}`, 'rules.md edited']);
    expect(text(a, 'gone.md')).toContain('as b needs it');
    expect(text(a, 'MEMORY.md')).toContain('gone.md');
    await a.sync.resolve('gone.md', kind === 'removed-by-us' ? 'ours' : 'theirs');
    expect(await meet(...clones)).toEqual(['rules.md edited']);
    expect(existsSync(`${b.directory}/gone.md`)).toBe(false);
  },
);

test('also against one who deletes it without having looked at the conflict', async () => {
  const { a, b } = await inConflict();
  await b.sync.resolve('gone.md', 'ours');
  await a.store.delete('gone');
  expect(await meet(b, a)).toEqual(['gone.md removed-by-us', 'rules.md edited']);
  expect(text(a, 'gone.md')).toContain('as b needs it');
});

test('the same decision, or one that was taken back, is no conflict', async () => {
  const { a, b } = await inConflict();
  for (const { sync } of [a, b]) {
    await sync.resolve('rules.md', 'theirs');
    await sync.resolve('gone.md', 'theirs');
  }
  expect(await meet(a, b)).toEqual([]);
  const again = await inConflict();
  await again.a.sync.resolve('rules.md', 'ours');
  await openHistory(again.a.directory, { mode: 'own' }).undo();
  await again.b.sync.resolve('rules.md', 'theirs');
  expect(await meet(again.a, again.b)).toEqual(['gone.md removed-by-them']);
  expect(text(again.a, 'rules.md')).toContain('two of a');
});

test('what was changed after the same decision is merged as ever', async () => {
  const { a, b } = await inConflict();
  for (const { sync } of [a, b]) await sync.resolve('rules.md', 'ours');
  await a.store.update('rules', { description: 'from a' });
  expect(await meet(a, b)).toEqual(['gone.md removed-by-them']);
  expect(text(b, 'rules.md')).toContain('from a');
});

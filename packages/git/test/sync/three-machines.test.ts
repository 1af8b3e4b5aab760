import { expect, test } from 'vitest';
import { type Clone, filesOf, openClone, openClones } from './open-clones.js';

const entry = { name: 'a', description: 'd', type: 'user', body: 'base' } as const;

/** Three machines write a memory anew, one after the other; each synchronises once. */
async function openThree() {
  const { remote, a, b } = openClones();
  const c = openClone(`${a.directory.slice(0, -1)}c`, remote, 'own');
  await a.store.save(entry);
  for (const { sync } of [a, b, c]) await sync.sync();
  for (const { store } of [a, b, c]) await store.list();
  for (const [index, { store }] of [a, b, c].entries()) {
    await store.update('a', { body: `by ${'abc'[index]}` });
  }
  for (const { sync } of [a, b, c]) await sync.sync();
  return { a, b, c };
}

function body(clone: Clone): string {
  return filesOf(clone)['a.md']?.split('---\n\n')[1]?.trim() ?? '';
}

async function texts({ sync }: Clone): Promise<string[][]> {
  const open = await sync.conflicts();
  return await Promise.all(
    open.map(async (conflict) => {
      const { ours, theirs } = await sync.versions(conflict);
      return [ours, theirs].map(
        (bytes) => /by \w/.exec(Buffer.from(bytes ?? []).toString())?.[0] ?? '',
      );
    }),
  );
}

test('every version of three machines is in a listed conflict, and each is settled by itself', async () => {
  const { a, b, c } = await openThree();
  expect(await texts(c)).toEqual([
    ['by b', 'by a'],
    ['by c', 'by b'],
  ]);
  await c.sync.resolve('a.md', 'ours');
  expect(await texts(c)).toEqual([['by b', 'by a']]);
  expect(body(c)).toBe('by c');
  // What nobody has looked at before is still to be had.
  await c.sync.resolve('a.md', 'theirs');
  expect(body(c)).toBe('by a');
  for (const { sync } of [c, a, b]) await sync.sync();
  for (const clone of [a, b, c]) {
    expect(body(clone)).toBe('by a');
    expect(await clone.sync.conflicts()).toEqual([]);
  }
});

test.each([
  ['theirs', 'by b'],
  [{ text: 'by hand' }, 'by hand'],
] as const)('the older conflict stays open on every machine: %j', async (resolution, left) => {
  const { a, b, c } = await openThree();
  await c.sync.resolve('a.md', resolution);
  for (const { sync } of [c, a, b]) await sync.sync();
  for (const clone of [a, b, c]) {
    expect(await texts(clone)).toEqual([['by b', 'by a']]);
    expect(filesOf(clone)['a.md']).toContain(left);
  }
  await a.sync.resolve('a.md', 'ours');
  await a.sync.sync();
  await b.sync.sync();
  expect(await b.sync.conflicts()).toEqual([]);
  expect(filesOf(b)['a.md']).toContain(left);
});

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openHistory } from '../../src/index.js';
import { type Clone, filesOf, openClones } from '../sync/open-clones.js';

// What came from another machine stays, also where it is the same as what is taken back.

const fields = { description: 'd', type: 'user' } as const;

function historyOf({ directory }: Clone) {
  return openHistory(directory, { mode: 'own' });
}

function text({ directory }: Clone, path: string): string {
  return readFileSync(`${directory}/${path}`, 'utf8');
}

test.each(['same', 'other'])('a memory that both machines made, with the %s text', async (body) => {
  const { a, b } = openClones();
  await a.store.save({ name: 'mine', ...fields, body: 'x' });
  await a.store.save({ name: 'same', ...fields, body: 'same' });
  await a.sync.sync();
  await b.store.save({ name: 'same', ...fields, body });
  const { conflicts } = await b.sync.sync();
  expect(conflicts).toHaveLength(body === 'same' ? 0 : 1);
  await a.sync.sync();
  for (const clone of [b, a]) {
    const before = filesOf(clone);
    await expect(historyOf(clone).undo()).rejects.toMatchObject({
      code: 'CONFLICT',
      path: 'same.md',
      message: expect.stringMatching(/another machine|changed since/),
    });
    expect(filesOf(clone)).toEqual(before);
    await clone.sync.sync();
  }
  expect([existsSync(`${a.directory}/same.md`), existsSync(`${b.directory}/same.md`)]).toEqual([
    true,
    true,
  ]);
});

test('a change and a removal that both machines made', async () => {
  const { a, b } = openClones();
  for (const name of ['changed', 'removed']) await a.store.save({ name, ...fields, body: '1\n2' });
  await a.sync.sync();
  await b.sync.sync();
  for (const { store } of [a, b]) {
    await store.delete('removed');
    await store.update('changed', { body: '1\nboth' });
  }
  await a.sync.sync();
  await b.sync.sync();
  const before = filesOf(b);
  await expect(historyOf(b).undo()).rejects.toMatchObject({ path: 'changed.md' });
  await b.store.update('changed', { body: '1\nboth\nand b' });
  expect((await historyOf(b).undo()).changed).toEqual(['changed.md']);
  expect(text(b, 'changed.md')).toContain('both');
  expect(Object.keys(filesOf(b))).toEqual(Object.keys(before));
});

test('what another machine did to other fields and lines stays, and one’s own goes', async () => {
  const { a, b } = openClones();
  await a.store.save({ name: 'rules', ...fields, body: '1\n2\n3\n4\n5' });
  await a.sync.sync();
  await b.sync.sync();
  await a.store.update('rules', { description: 'of a', body: 'a\n2\n3\n4\n5' });
  await b.store.update('rules', { body: '1\n2\n3\n4\nb' });
  await a.sync.sync();
  expect((await b.sync.sync()).conflicts).toEqual([]);
  expect((await historyOf(b).undo()).message).toBe('update "rules"');
  expect(text(b, 'rules.md')).toMatch(/of a[\s\S]*a\n2\n3\n4\n5/);
  // What they built on a memory that was made here is theirs too.
  await b.sync.sync();
  await a.sync.sync();
  await b.store.save({ name: 'new', ...fields, body: 'x' });
  await b.sync.sync();
  await a.sync.sync();
  await a.store.update('new', { body: 'x, and a' });
  await a.sync.sync();
  await b.sync.sync();
  await expect(historyOf(b).undo()).rejects.toMatchObject({ code: 'CONFLICT', path: 'new.md' });
});

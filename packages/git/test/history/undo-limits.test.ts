import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createMemoryStore } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { expect, test, vi } from 'vitest';
import { withUncommittedChanges } from '../../src/index.js';
import { scratchDirectory } from '../scratch-directory.js';
import { git, openMemory } from './open-memory.js';

const fields = { description: 'd', type: 'user' } as const;

test('a shallow clone is not taken for the beginning of everything', async () => {
  const { directory, store } = openMemory();
  await store.save({ name: 'one', ...fields, body: 'precious' });
  await store.save({ name: 'two', ...fields, body: 'b' });
  const clone = `${scratchDirectory()}/clone`;
  git('/', 'clone', '--quiet', '--depth', '1', `file://${directory}`, clone);
  cpSync(`${directory}/.mem`, `${clone}/.mem`, { recursive: true });
  const cut = openMemory('own', clone);
  await expect(cut.history.undo()).rejects.toMatchObject({
    code: 'REFUSED',
    message: expect.stringContaining('git fetch --unshallow'),
  });
  expect(existsSync(`${clone}/one.md`) && existsSync(`${clone}/two.md`)).toBe(true);
});

test('a change of which nothing is left is passed over, not taken back again and again', async () => {
  const { store, history } = openMemory();
  await store.save({ name: 'one', ...fields, body: 'A' });
  await store.update('one', { body: 'B' });
  await store.update('one', { body: 'A' });
  await store.update('one', { body: 'A and more' });
  await history.undo();
  await history.undo();
  expect((await store.get('one')).body).toBe('B');
  await history.undo();
  expect((await store.get('one')).body).toBe('A');
  await history.undo();
  expect((await store.list()).entries).toEqual([]);
});

test('of a change that somebody has set back nothing older is taken back instead', async () => {
  const { directory, store, history } = openMemory();
  await store.save({ name: 'one', ...fields, body: 'A' });
  await store.update('one', { body: 'IMPORTANT' });
  git(directory, 'checkout', '--quiet', 'HEAD~1', '--', '.');
  await expect(history.undo()).rejects.toMatchObject({
    code: 'REFUSED',
    path: 'one.md',
    message: expect.stringMatching(
      /^Nothing of “update "one"” was left to take back: one\.md is as before it\. .*--pass-over/,
    ),
  });
  expect((await store.get('one')).body).toBe('A');
  expect(await history.undo({ passOver: true })).toMatchObject({
    message: 'save "one"',
    warnings: [expect.stringContaining('Passed over: Nothing of “update "one"”')],
  });
  expect((await store.list()).entries).toEqual([]);
  // What the history answers for is nothing for the copies beside the memories.
  const storage = withUncommittedChanges(createDirectoryStorage(directory), directory);
  await expect(createMemoryStore(storage).undo()).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('only who says so gets an older change than the last taken back', async () => {
  const { directory, store, history } = openMemory();
  await store.save({ name: 'one', ...fields, body: 'A' });
  await store.update('one', { body: 'B' });
  await store.save({ name: 'two', ...fields, body: 'first' });
  writeFileSync(`${directory}/two.md`, 'all anew');
  await expect(history.undo()).rejects.toMatchObject({
    message: expect.stringMatching(
      /two\.md.* `mem undo --pass-over` takes back the change before it\.$/,
    ),
  });
  expect((await store.get('one')).body).toBe('B');
  const undone = await history.undo({ passOver: true });
  expect(undone).toMatchObject({ message: 'update "one"', changed: ['one.md'] });
  expect(undone.warnings).toEqual([expect.stringMatching(/^Passed over: .*two\.md/)]);
  expect((await store.get('one')).body).toBe('A');
  expect(readFileSync(`${directory}/two.md`, 'utf8')).toBe('all anew');
});

test('of changes with the same words and time, each is found only as itself', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') });
  try {
    const { directory, store, history } = openMemory();
    await store.save({ name: 'one', ...fields, body: '0' });
    git(directory, 'checkout', '--quiet', '-b', 'left');
    await store.update('one', { body: 'left behind' });
    git(directory, 'checkout', '--quiet', '-');
    for (const body of ['1', '2']) await store.update('one', { body });
    git(directory, 'commit', '--quiet', '--amend', '--no-edit');
    for (const body of ['1', '0']) {
      expect(await history.undo()).toMatchObject({ message: 'update "one"', warnings: [] });
      expect((await store.get('one')).body).toBe(body);
    }
    expect((await history.undo()).message).toBe('save "one"');
  } finally {
    vi.useRealTimers();
  }
});

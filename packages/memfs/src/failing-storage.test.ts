import { isRecoverable, isScannable, storagePath } from '@mem/core';
import { expect, test } from 'vitest';
import { createMemfsStorage, failingStorage } from './index.js';

const note = storagePath('note.md');
const bytes = (text: string) => new TextEncoder().encode(text);

test('only the call that was asked for fails, and changes nothing', async () => {
  const storage = createMemfsStorage();
  const failing = failingStorage(storage, { method: 'write', call: 2 });
  await failing.write(note, bytes('one'));
  const second = failing.write(note, bytes('two'));
  await expect(second).rejects.toMatchObject({ code: 'STORAGE', operation: 'write' });
  expect((await failing.read(note))?.bytes).toEqual(bytes('one'));
  expect((await failing.write(note, bytes('three'))).outcome).toBe('replaced');
});

test('a call that fails after its effect has had it', async () => {
  const storage = createMemfsStorage();
  const error = new Error('the answer was lost');
  const failing = failingStorage(storage, { method: 'remove', call: 1, when: 'after', error });
  await storage.write(note, bytes('one'));
  await expect(failing.remove(note)).rejects.toBe(error);
  expect(await storage.read(note)).toBeUndefined();
});

test('a listing fails at its start or at its end', async () => {
  const storage = createMemfsStorage();
  await storage.write(note, bytes('one'));
  for (const [when, expected] of [
    ['before', 0],
    ['after', 1],
  ] as const) {
    const failing = failingStorage(storage, { method: 'list', call: 1, when });
    let seen = 0;
    const listing = async () => {
      for await (const _ of failing.list()) seen += 1;
    };
    await expect(listing()).rejects.toMatchObject({ code: 'STORAGE' });
    expect(seen).toBe(expected);
    await listing();
  }
});

test('capabilities stay', () => {
  const failing = failingStorage(createMemfsStorage(), { method: 'read', call: 1 });
  expect([isScannable(failing), isRecoverable(failing)]).toEqual([true, true]);
});

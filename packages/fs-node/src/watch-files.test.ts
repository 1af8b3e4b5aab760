import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWatchable, type StoragePath, storagePath } from '@mem/core';
import { expect, onTestFinished, test } from 'vitest';
import { scratchDirectory } from '../test/scratch-directory.js';
import { createDirectoryStorage } from './directory-storage.js';

/** Collects what a storage tells until the test ends. */
function watched(directory: string) {
  const storage = createDirectoryStorage(directory);
  if (!isWatchable(storage)) throw new Error('not watchable');
  const stop = new AbortController();
  const told: (StoragePath | undefined)[] = [];
  const done = (async () => {
    for await (const path of storage.watch(stop.signal)) told.push(path);
  })();
  onTestFinished(async () => {
    stop.abort();
    await done;
  });
  return { storage, told, stop, done };
}

async function eventually(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!condition() && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(condition()).toBe(true);
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 150));

test('tells of our own changes and of those of others, also below a folder', async () => {
  const directory = scratchDirectory();
  mkdirSync(join(directory, 'topics'));
  const { storage, told } = watched(directory);
  await settled();
  await storage.write(storagePath('own.md'), Buffer.from('own'));
  writeFileSync(join(directory, 'foreign.md'), 'foreign');
  writeFileSync(join(directory, 'topics/deep.md'), 'deep');
  await eventually(() =>
    ['own.md', 'foreign.md', 'topics/deep.md'].every((path) => told.includes(path as StoragePath)),
  );
  told.length = 0;
  await storage.remove(storagePath('own.md'));
  rmSync(join(directory, 'foreign.md'));
  await eventually(() => told.includes('own.md' as StoragePath));
  await eventually(() => told.includes('foreign.md' as StoragePath));
});

test('says nothing of hidden files, the storage’s own among them', async () => {
  const directory = scratchDirectory();
  const { storage, told } = watched(directory);
  await settled();
  writeFileSync(join(directory, '.hidden'), 'x');
  await storage.write(storagePath('.mem/journal/1'), Buffer.from('x'));
  await storage.write(storagePath('last.md'), Buffer.from('x'));
  await eventually(() => told.includes('last.md' as StoragePath));
  expect(new Set(told)).toEqual(new Set(['last.md']));
});

test('watches a folder that is made or moved in later', async () => {
  const directory = scratchDirectory();
  const { told } = watched(directory);
  await settled();
  const elsewhere = scratchDirectory();
  writeFileSync(join(elsewhere, 'inside.md'), 'x');
  renameSync(elsewhere, join(directory, 'topics'));
  await eventually(() => told.includes(undefined));
  writeFileSync(join(directory, 'topics/later.md'), 'x');
  await eventually(() => told.includes('topics/later.md' as StoragePath));
});

test('waits for a directory that is not there yet, and for one that is replaced', async () => {
  const directory = join(scratchDirectory(), 'memory');
  const { told } = watched(directory);
  await settled();
  for (const name of ['first.md', 'second.md']) {
    told.length = 0;
    mkdirSync(directory);
    await eventually(() => told.includes(undefined));
    writeFileSync(join(directory, name), 'x');
    await eventually(() => told.includes(name as StoragePath));
    rmSync(directory, { recursive: true });
    await settled();
  }
});

test('ends when it is told to, and leaves nothing running', async () => {
  const { stop, done } = watched(scratchDirectory());
  await settled();
  stop.abort();
  await done;
  await eventually(() => !process.getActiveResourcesInfo().includes('FSEventWrap'));
});

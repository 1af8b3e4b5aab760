import * as fs from 'node:fs';
import { type RecordedChange, storagePath } from '@mem/core';
import { expect, test } from 'vitest';
import { localFileSystem } from '../src/file-system.js';
import { createDirectoryStorage, type DirectoryStorage } from '../src/index.js';
import { Trash } from '../src/trash.js';
import { scratchDirectory } from './scratch-directory.js';
import { bytes } from './victim-operations.js';

const note = storagePath('note.md');
const day = 24 * 60 * 60 * 1000;

async function recorded(storage: DirectoryStorage): Promise<RecordedChange[]> {
  const changes = [];
  for await (const change of storage.changes()) changes.push(change);
  return changes;
}

function trashNames(directory: string): string[] {
  return fs
    .readdirSync(`${directory}/.mem/trash`)
    .filter((name) => !['pruned', 'latest'].includes(name));
}

test('copies have no suffix that a reader of memories would take up', async () => {
  const directory = scratchDirectory();
  const storage = createDirectoryStorage(directory);
  await storage.write(note, bytes('one'));
  await storage.write(note, bytes('two'));
  await storage.remove(note);
  expect(trashNames(directory).length).toBe(2);
  expect(trashNames(directory).filter((name) => name.includes('.'))).toEqual([]);
});

test('what is older than 30 days goes, record and copy', async () => {
  const directory = scratchDirectory();
  let now = Date.now() - 40 * day;
  const storage = createDirectoryStorage(directory, { now: () => now });
  await storage.write(note, bytes('one'));
  await storage.write(note, bytes('two'));
  await storage.checkpoint?.({ message: 'old', paths: [note] });
  now = Date.now() - 20 * day;
  await storage.write(note, bytes('three'));
  await storage.checkpoint?.({ message: 'young', paths: [note] });
  new Trash({ fileSystem: localFileSystem, root: directory, now: Date.now }).prune();
  expect((await recorded(storage)).map(({ message }) => message)).toEqual(['young']);
  expect(trashNames(directory).length).toBe(2);
});

test('the first write of a day prunes', async () => {
  const directory = scratchDirectory();
  let now = Date.now() - 40 * day;
  const first = createDirectoryStorage(directory, { now: () => now });
  await first.write(note, bytes('one'));
  await first.write(note, bytes('two'));
  now = Date.now();
  fs.utimesSync(`${directory}/.mem/trash/pruned`, now / 1000 - 60, now / 1000 - 60);
  await createDirectoryStorage(directory).write(note, bytes('three'));
  expect(trashNames(directory).length).toBe(2);
  fs.utimesSync(`${directory}/.mem/trash/pruned`, now / 1000 - 90_000, now / 1000 - 90_000);
  await createDirectoryStorage(directory).write(note, bytes('four'));
  expect(trashNames(directory).length).toBe(2);
});

test('the trash stays near its size, the newest stay, without being asked', async () => {
  const directory = scratchDirectory();
  const storage = createDirectoryStorage(directory);
  const large = (round: number) => new Uint8Array(2 * 1024 * 1024).fill(round);
  for (let round = 0; round < 60; round++) {
    await storage.write(note, large(round));
    await storage.checkpoint?.({ message: `round ${round}`, paths: [note] });
  }
  const sizes = trashNames(directory).map(
    (name) => fs.statSync(`${directory}/.mem/trash/${name}`).size,
  );
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1024 / 1024;
  expect(megabytes).toBeGreaterThan(50);
  expect(megabytes).toBeLessThan(110);
  const [newest] = await recorded(storage);
  expect(newest?.message).toBe('round 59');
  expect(newest?.files[0]?.before).toEqual(large(58));
});

test('a purge leaves the bytes nowhere, and other files their copies', async () => {
  const directory = scratchDirectory();
  const storage = createDirectoryStorage(directory);
  const other = storagePath('other.md');
  for (const text of ['secret one', 'secret two']) {
    await storage.write(note, bytes(text));
    await storage.write(other, bytes(`other ${text.slice(7)}`));
    await storage.checkpoint?.({ message: text.slice(7), paths: [note, other] });
  }
  await storage.remove(note);
  await storage.purge(note);
  await storage.checkpoint?.({ message: 'purged', paths: [note] });
  const everything = fs
    .readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((path) => `${directory}/${path}`)
    .filter((path) => fs.statSync(path).isFile())
    .map((path) => fs.readFileSync(path, 'utf8'));
  expect(everything.filter((text) => text.includes('secret'))).toEqual([]);
  const [purged, changed] = await recorded(storage);
  expect(purged?.files).toEqual([{ path: note, before: undefined, after: null }]);
  expect(changed?.files.find(({ path }) => path === other)?.before).toEqual(bytes('other one'));
});

test('a record that is cut, or that names other files, is passed over', async () => {
  const directory = scratchDirectory();
  const storage = createDirectoryStorage(directory);
  await storage.write(note, bytes('one'));
  await storage.checkpoint?.({ message: 'good', paths: [note] });
  const good = trashNames(directory).find((name) => name.endsWith('.json')) ?? '';
  const text = fs.readFileSync(`${directory}/.mem/trash/${good}`, 'utf8');
  const files = (path: string, before: string) =>
    JSON.stringify({ message: 'bad', at: 1, files: [{ path, before, after: null }] });
  const bad = [
    text.slice(0, -5),
    '',
    '[]',
    files('note.md', '../../note.md'),
    files('note.md', '/etc/hostname'),
    files('../outside.md', 'x'),
    files('.git/config', 'x'),
  ];
  for (const [at, contents] of bad.entries()) {
    fs.writeFileSync(`${directory}/.mem/trash/${at}-${good}`, contents);
  }
  expect((await recorded(storage)).map(({ message }) => message)).toEqual(['good']);
});

test('changes stay in their order when the clock is set back', async () => {
  const directory = scratchDirectory();
  let now = Date.now();
  const change = async (message: string, at: number) => {
    now = at;
    // As another process, which knows nothing of the changes before.
    const storage = createDirectoryStorage(directory, { now: () => now });
    await storage.write(note, bytes(message));
    await storage.checkpoint?.({ message, paths: [note] });
  };
  const start = now;
  await change('one', start);
  await change('two', start - day);
  await change('three', start - 60 * day);
  await change('four', start - 60 * day);
  const changes = await recorded(createDirectoryStorage(directory));
  expect(changes.map(({ message }) => message)).toEqual(['four', 'three', 'two', 'one']);
  expect(changes.map(({ at }) => at)).toEqual([60, 60, 1, 0].map((days) => start - days * day));
});

import * as fs from 'node:fs';
import { type StorageWarning, storagePath } from '@mem/core';
import { expect, test } from 'vitest';
import { localFileSystem } from '../src/file-system.js';
import { createDirectoryStorage } from '../src/index.js';
import { hookedFileSystem } from './hooked-file-system.js';
import { scratchDirectory } from './scratch-directory.js';
import { bytes } from './victim-operations.js';

const note = storagePath('note.md');
const day = 24 * 60 * 60 * 1000;

/** A directory with a file, and a storage that lets a person in just before the file is swapped. */
async function storageWith(text: string, atSwap: (file: string) => void) {
  const directory = scratchDirectory();
  const file = `${directory}/note.md`;
  await createDirectoryStorage(directory).write(note, bytes(text));
  let done = false;
  const fileSystem = hookedFileSystem(localFileSystem, {
    before(name, [from, to]) {
      if (done || name !== 'renameSync' || (from !== file && to !== file)) return;
      done = true;
      atSwap(file);
    },
  });
  return { directory, file, storage: createDirectoryStorage(directory, { fileSystem }) };
}

function conflicts(directory: string): string[] {
  const folder = `${directory}/.mem/conflicts/note.md`;
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder).map((name) => fs.readFileSync(`${folder}/${name}`, 'utf8'));
}

function expectOneWarning(directory: string, warnings: readonly StorageWarning[]): void {
  const [kept] = fs.readdirSync(`${directory}/.mem/conflicts/note.md`);
  expect(warnings).toEqual([
    {
      path: note,
      message: expect.stringContaining(`is kept in .mem/conflicts/note.md/${kept}.`),
    },
  ]);
}

test('what is written in place between the last look and the swap is kept and told', async () => {
  const { directory, file, storage } = await storageWith('old', (path) =>
    fs.writeFileSync(path, 'of a person'),
  );
  const { outcome, warnings } = await storage.write(note, bytes('new'));
  expect(outcome).toBe('replaced');
  expect(fs.readFileSync(file, 'utf8')).toBe('new');
  expect(conflicts(directory)).toEqual(['of a person']);
  expectOneWarning(directory, warnings);
});

test('so is what has the same size and comes within one tick of the clock', async () => {
  const { directory, storage } = await storageWith('old text', (path) => {
    const { atime, mtime } = fs.statSync(path);
    fs.writeFileSync(path, 'OLD TEXT');
    fs.utimesSync(path, atime, mtime);
  });
  const file = `${directory}/note.md`;
  const whole = Math.floor(Date.now() / 1000);
  fs.utimesSync(file, whole, whole);
  const { warnings } = await storage.write(note, bytes('new'));
  expect(conflicts(directory)).toEqual(['OLD TEXT']);
  expectOneWarning(directory, warnings);
});

test('who has only emptied the file by then writes into what is kept', async () => {
  let editor = 0;
  const { directory, storage } = await storageWith('old', (path) => {
    editor = fs.openSync(path, 'w');
  });
  const { warnings } = await storage.write(note, bytes('new'));
  fs.writeSync(editor, 'of a person');
  fs.closeSync(editor);
  expect(conflicts(directory)).toEqual(['of a person']);
  expectOneWarning(directory, warnings);
});

test('who had it open and writes a moment later is noticed at the checkpoint', async () => {
  let editor = 0;
  const { directory, storage } = await storageWith('old', (path) => {
    editor = fs.openSync(path, 'a');
  });
  expect((await storage.write(note, bytes('new'))).warnings).toEqual([]);
  fs.writeSync(editor, ' and appended');
  fs.closeSync(editor);
  const recorded = await storage.checkpoint?.({ message: 'changed', paths: [note] });
  expect(conflicts(directory)).toEqual(['old and appended']);
  expectOneWarning(directory, recorded?.warnings ?? []);
});

test('or at the next change, by which time it is told once', async () => {
  let editor = 0;
  const { directory, storage } = await storageWith('old', (path) => {
    editor = fs.openSync(path, 'a');
  });
  await storage.write(note, bytes('new'));
  fs.writeSync(editor, ' and appended');
  fs.closeSync(editor);
  await new Promise((resolve) => setTimeout(resolve, 70));
  const { warnings } = await storage.write(note, bytes('newer'));
  expect(conflicts(directory)).toEqual(['old and appended']);
  expectOneWarning(directory, warnings);
  expect((await storage.write(note, bytes('newest'))).warnings).toEqual([]);
});

test('an edit in the moment of a removal is kept, in place or by another file', async () => {
  for (const edit of [
    (path: string) => fs.writeFileSync(path, 'of a person'),
    (path: string) => {
      fs.writeFileSync(`${path}.tmp`, 'of a person');
      fs.renameSync(`${path}.tmp`, path);
    },
  ]) {
    const { directory, file, storage } = await storageWith('old', edit);
    const { existed, warnings } = await storage.remove(note);
    expect(existed).toBe(true);
    expect(fs.existsSync(file)).toBe(false);
    expect(conflicts(directory)).toEqual(['of a person']);
    expectOneWarning(directory, warnings);
  }
});

test('an undo of the change brings back what the person wrote', async () => {
  const { storage } = await storageWith('old', (path) => fs.writeFileSync(path, 'of a person'));
  await storage.write(note, bytes('new'));
  await storage.checkpoint?.({ message: 'changed', paths: [note] });
  const before = [];
  for await (const change of storage.changes()) before.push(change.files[0]?.before);
  expect(before).toEqual([bytes('of a person')]);
});

test('without anybody else there are no conflicts and no warnings', async () => {
  const { directory, storage } = await storageWith('old', () => {});
  for (let round = 0; round < 20; round++) {
    expect((await storage.write(note, bytes(`round ${round}`))).warnings).toEqual([]);
  }
  expect((await storage.remove(note)).warnings).toEqual([]);
  expect(fs.existsSync(`${directory}/.mem/conflicts`)).toBe(false);
});

test('a failing look after the swap is a warning, and the change is done', async () => {
  const directory = scratchDirectory();
  await createDirectoryStorage(directory).write(note, bytes('old'));
  let swapped = false;
  const fileSystem = hookedFileSystem(localFileSystem, {
    before(name, [path]) {
      if (swapped && name === 'lstatSync' && String(path).includes('/trash/')) {
        throw Object.assign(new Error('EIO'), { code: 'EIO' });
      }
    },
    after(name, [, to]) {
      if (name === 'renameSync' && to === `${directory}/note.md`) swapped = true;
    },
  });
  const { outcome, warnings } = await createDirectoryStorage(directory, { fileSystem }).write(
    note,
    bytes('new'),
  );
  expect(outcome).toBe('replaced');
  expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('(EIO)')]);
});

test('a purge destroys what is kept of that path, and of no other', async () => {
  const { directory, storage } = await storageWith('old', (path) =>
    fs.writeFileSync(path, 'secret of a person'),
  );
  await storage.write(note, bytes('new'));
  fs.mkdirSync(`${directory}/.mem/conflicts/other.md`);
  const [kept = ''] = fs.readdirSync(`${directory}/.mem/conflicts/note.md`);
  fs.writeFileSync(`${directory}/.mem/conflicts/other.md/${kept}`, 'of another file');
  await storage.remove(note);
  await storage.purge(note);
  expect(conflicts(directory)).toEqual([]);
  expect(fs.readdirSync(`${directory}/.mem/conflicts/other.md`)).toEqual([kept]);
});

test('what is kept is listed where somebody asks for it, and can be removed', async () => {
  const { directory, storage } = await storageWith('old', (path) =>
    fs.writeFileSync(path, 'of a person'),
  );
  await storage.write(note, bytes('new'));
  expect((await storage.listAll()).map(({ path }) => path)).toEqual([note]);
  for await (const { path } of storage.list(storagePath('.mem/conflicts'))) {
    expect((await storage.read(path))?.bytes).toEqual(bytes('of a person'));
    await storage.remove(path);
  }
  expect(conflicts(directory)).toEqual([]);
});

test('it goes after 90 days, with the first write of a day', async () => {
  const { directory, storage } = await storageWith('old', (path) =>
    fs.writeFileSync(path, 'of a person'),
  );
  await storage.write(note, bytes('new'));
  for (const [days, left] of [
    [89, 1],
    [91, 0],
  ] as const) {
    const now = () => Date.now() + days * day;
    await createDirectoryStorage(directory, { now }).write(note, bytes(`after ${days}`));
    fs.utimesSync(`${directory}/.mem/trash/pruned`, 0, 0);
    await createDirectoryStorage(directory, { now }).write(note, bytes(`again after ${days}`));
    expect(conflicts(directory).length, `after ${days} days`).toBe(left);
  }
});

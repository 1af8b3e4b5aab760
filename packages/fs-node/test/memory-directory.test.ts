import * as fs from 'node:fs';
import { storagePath } from '@mem/core';
import { expect, test } from 'vitest';
import { localFileSystem } from '../src/file-system.js';
import { createDirectoryStorage, type DirectoryStorage } from '../src/index.js';
import { hookedFileSystem } from './hooked-file-system.js';
import { scratchDirectory } from './scratch-directory.js';
import { bytes } from './victim-operations.js';

const note = storagePath('note.md');

async function readAll(storage: DirectoryStorage): Promise<void> {
  await storage.read(note);
  await storage.read(storagePath('folder/absent.md'));
  for await (const info of storage.list()) await storage.read(info.path);
  for await (const info of storage.list(storagePath('.mem'))) await storage.read(info.path);
  await storage.listAll();
  await storage.scan(
    () => true,
    () => {},
  );
  await storage.skipped();
  for await (const change of storage.changes()) expect(change.message).toBe('made');
}

function snapshot(directory: string): unknown {
  return fs
    .readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => {
      const status = fs.lstatSync(`${directory}/${path}`);
      const contents = status.isFile() ? fs.readFileSync(`${directory}/${path}`, 'hex') : '';
      return [path, status.ino, status.mode, status.mtimeMs, status.ctimeMs, contents];
    });
}

test('reading leaves every byte and time, and makes nothing', async () => {
  const parent = scratchDirectory();
  const directory = `${parent}/memory`;
  await readAll(createDirectoryStorage(directory));
  expect(fs.readdirSync(parent)).toEqual([]);

  const writer = createDirectoryStorage(directory);
  await writer.write(note, bytes('note'));
  await writer.write(storagePath('folder/other.md'), bytes('other'));
  await writer.write(storagePath('.mem/journal/1'), bytes('journal'));
  await writer.checkpoint?.({ message: 'made', paths: [note] });
  const before = snapshot(parent);
  await readAll(createDirectoryStorage(directory));
  expect(snapshot(parent)).toEqual(before);
});

test('a write that changes nothing makes nothing', async () => {
  const parent = scratchDirectory();
  fs.writeFileSync(`${parent}/note.md`, 'note');
  const before = snapshot(parent);
  const storage = createDirectoryStorage(parent);
  expect((await storage.write(note, bytes('note'))).outcome).toBe('unchanged');
  await expect(storage.write(note, bytes('x'), { expect: null })).rejects.toThrow();
  expect((await storage.remove(storagePath('absent.md'))).existed).toBe(false);
  await storage.checkpoint?.({ message: 'nothing', paths: [note] });
  expect(snapshot(parent)).toEqual(before);
});

test('what is made is private, and what is replaced keeps its mode', async () => {
  const parent = scratchDirectory();
  const storage = createDirectoryStorage(`${parent}/deep/memory`);
  await storage.write(storagePath('folder/note.md'), bytes('one'));
  const modeOf = (path: string) => fs.statSync(`${parent}/deep/memory/${path}`).mode & 0o777;
  for (const path of ['', 'folder', '.mem', '.mem/tmp', '.mem/trash']) {
    expect(modeOf(path)).toBe(0o700);
  }
  expect(modeOf('folder/note.md')).toBe(0o600);
  fs.chmodSync(`${parent}/deep/memory/folder/note.md`, 0o640);
  await storage.write(storagePath('folder/note.md'), bytes('two'));
  expect(modeOf('folder/note.md')).toBe(0o640);
  expect(fs.readFileSync(`${parent}/deep/memory/.mem/.gitignore`, 'utf8')).toBe('*\n');
});

test('a directory that is a link is used where it leads', async () => {
  const parent = scratchDirectory();
  fs.mkdirSync(`${parent}/real`);
  fs.symlinkSync('real', `${parent}/link`);
  await createDirectoryStorage(`${parent}/link`).write(note, bytes('one'));
  expect(fs.readFileSync(`${parent}/real/note.md`, 'utf8')).toBe('one');
  expect(fs.lstatSync(`${parent}/link`).isSymbolicLink()).toBe(true);
});

test('what cannot be a directory is one clear line, without a path of the host', async () => {
  const parent = scratchDirectory();
  fs.writeFileSync(`${parent}/file`, 'x');
  fs.symlinkSync('nowhere', `${parent}/dangling`);
  const inTheWay = 'is a file, not a directory. Name a directory, or move the file away.';
  await expectUnusable(createDirectoryStorage(`${parent}/file`), inTheWay);
  await expectUnusable(createDirectoryStorage(`${parent}/file/below`), inTheWay);
  await expectUnusable(createDirectoryStorage(`${parent}/dangling`), 'leads nowhere');

  const fileSystem = hookedFileSystem(localFileSystem, {
    before(name) {
      if (name === 'readdirSync' || name === 'mkdirSync') throw failure('EACCES');
    },
  });
  const forbidden = createDirectoryStorage(`${parent}`, { fileSystem });
  const error = await errorOf(() => forbidden.listAll());
  expect(error).toMatchObject({ code: 'STORAGE', retryable: false });
  expect(error.message).toMatch(/permission is denied \(EACCES\)\. Check who owns/);
});

async function expectUnusable(storage: DirectoryStorage, text: string) {
  for (const call of [
    () => storage.read(note),
    () => storage.listAll(),
    () => storage.write(note, bytes('x')),
    () => storage.remove(note),
  ]) {
    const error = await errorOf(call);
    expect(error).toMatchObject({ code: 'STORAGE', message: expect.stringContaining(text) });
    expect(error.message).not.toMatch(/\n|mem-fs-node/);
  }
}

async function errorOf(call: () => Promise<unknown>): Promise<Error> {
  return call().then(
    () => new Error('it did not fail'),
    (error: Error) => error,
  );
}

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: somewhere on the host`), { code });
}

test('a storage goes on when its directory was removed meanwhile', async () => {
  const directory = `${scratchDirectory()}/memory`;
  const storage = createDirectoryStorage(directory);
  await storage.write(note, bytes('one'));
  fs.rmSync(`${directory}/.mem`, { recursive: true });
  await storage.write(note, bytes('two'));
  await storage.remove(note);
  fs.rmSync(directory, { recursive: true });
  expect(await storage.listAll()).toEqual([]);
  expect((await storage.write(note, bytes('three'))).outcome).toBe('created');
});

test('a file that takes the place of the directory meanwhile is told, and is no empty directory', async () => {
  const directory = `${scratchDirectory()}/memory`;
  const storage = createDirectoryStorage(directory);
  await storage.write(note, bytes('one'));
  for await (const info of storage.list()) expect(info.path).toBe(note);
  fs.rmSync(directory, { recursive: true });
  fs.writeFileSync(directory, 'a file');
  const listed = async () => {
    for await (const _ of storage.list()) break;
  };
  await expect(listed()).rejects.toThrow(/is a file, not a directory/);
  await expect(storage.listAll()).rejects.toThrow(/is a file, not a directory/);
  await expect(storage.changesSince()).rejects.toThrow(/is a file, not a directory/);
});

import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { storagePath } from '@mem/core';
import { expect, onTestFinished, test } from 'vitest';
import { createDirectoryStorage, type DirectoryStorage } from '../src/index.js';
import { scratchDirectory } from './scratch-directory.js';
import { bytes } from './victim-operations.js';

async function paths(storage: DirectoryStorage): Promise<string[]> {
  return (await storage.listAll()).map((info) => info.path as string).sort();
}

async function scanned(storage: DirectoryStorage): Promise<string[]> {
  const found: string[] = [];
  await storage.scan(
    () => true,
    (path) => found.push(path),
  );
  return found.sort();
}

/** Reading says that it cannot be read, changing is refused, and it stays what it is. */
async function expectUntouchable(storage: DirectoryStorage, path: string): Promise<void> {
  const at = storagePath(path);
  const refused = { code: 'REFUSED', path };
  await expect(storage.read(at)).rejects.toMatchObject({ code: 'UNREADABLE_ENTRY', path });
  await expect(storage.write(at, bytes('x'))).rejects.toMatchObject(refused);
  await expect(storage.write(at, bytes('x'), { expect: null })).rejects.toMatchObject(refused);
  await expect(storage.remove(at)).rejects.toMatchObject(refused);
}

test('links are never followed, read, replaced or removed', async () => {
  const outside = scratchDirectory();
  const directory = scratchDirectory();
  fs.writeFileSync(`${outside}/secret.md`, 'outside');
  fs.writeFileSync(`${directory}/note.md`, 'inside');
  fs.symlinkSync(`${outside}/secret.md`, `${directory}/MEMORY.md`);
  fs.symlinkSync(outside, `${directory}/folder`);
  fs.symlinkSync('loop.md', `${directory}/loop.md`);
  fs.symlinkSync('nowhere', `${directory}/dangling.md`);
  fs.symlinkSync('note.md', `${directory}/neighbour.md`);
  const storage = createDirectoryStorage(directory);

  for (const name of ['MEMORY.md', 'loop.md', 'dangling.md', 'neighbour.md', 'folder/secret.md']) {
    await expectUntouchable(storage, name);
  }
  await expect(storage.write(storagePath('folder/new.md'), bytes('x'))).rejects.toMatchObject({
    code: 'REFUSED',
  });
  expect(await paths(storage)).toEqual(['note.md']);
  expect(await scanned(storage)).toEqual(['note.md']);
  const inFolder = [];
  for await (const info of storage.list(storagePath('folder'))) inFolder.push(info);
  expect(inFolder).toEqual([]);
  expect((await storage.skipped()).map(({ path, reason }) => `${path} ${reason}`).sort()).toEqual([
    'MEMORY.md symlink',
    'dangling.md symlink',
    'folder symlink',
    'loop.md symlink',
    'neighbour.md symlink',
  ]);
  expect(fs.readlinkSync(`${directory}/MEMORY.md`)).toBe(`${outside}/secret.md`);
  expect(fs.readdirSync(outside)).toEqual(['secret.md']);
  expect(fs.readFileSync(`${outside}/secret.md`, 'utf8')).toBe('outside');
});

test('pipes, sockets and devices are passed over and never waited for', async () => {
  const directory = scratchDirectory();
  fs.writeFileSync(`${directory}/note.md`, 'inside');
  execFileSync('mkfifo', [`${directory}/pipe.md`]);
  const server = createServer().listen(`${directory}/socket.md`);
  await new Promise((resolve) => server.on('listening', resolve));
  onTestFinished(() => void server.close());
  const names = ['pipe.md', 'socket.md', ...(madeDevice(directory) ? ['device.md'] : [])];
  const storage = createDirectoryStorage(directory);

  for (const name of names) await expectUntouchable(storage, name);
  expect(await paths(storage)).toEqual(['note.md']);
  expect(await scanned(storage)).toEqual(['note.md']);
  expect((await storage.skipped()).map(({ path, reason }) => `${path} ${reason}`).sort()).toEqual(
    names.map((name) => `${name} not-a-file`).sort(),
  );
});

/** False where the test may not make one. */
function madeDevice(directory: string): boolean {
  try {
    execFileSync('mknod', [`${directory}/device.md`, 'c', '1', '5'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('a pipe that takes the place of a file after the listing does not hang the scan', async () => {
  const directory = scratchDirectory();
  fs.writeFileSync(`${directory}/a.md`, 'a');
  fs.writeFileSync(`${directory}/b.md`, 'b');
  const storage = createDirectoryStorage(directory);
  await storage.scan(
    (path) => {
      fs.rmSync(`${directory}/${path}`);
      execFileSync('mkfifo', [`${directory}/${path}`]);
      return true;
    },
    () => {},
  );
  expect(await paths(storage)).toEqual([]);
});

test('names that are not UTF-8, or that no path can hold, are told and nothing else', async () => {
  const directory = scratchDirectory();
  const undecodable = Buffer.concat([
    Buffer.from(`${directory}/bad-`),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('.md'),
  ]);
  fs.writeFileSync(undecodable, 'x');
  fs.writeFileSync(`${directory}/really-\u{fffd}.md`, 'decodable');
  fs.writeFileSync(`${directory}/back\\slash.md`, 'x');
  fs.writeFileSync(`${directory}/line\nbreak.md`, 'x');
  fs.mkdirSync(`${directory}/C:`);
  fs.writeFileSync(`${directory}/.hidden.md`, 'x');
  fs.mkdirSync(`${directory}/.git`);
  fs.writeFileSync(`${directory}/.git/config`, 'x');
  fs.writeFileSync(`${directory}/note.md`, 'inside');
  const storage = createDirectoryStorage(directory);

  expect(await paths(storage)).toEqual(['note.md', 'really-\u{fffd}.md']);
  expect(await scanned(storage)).toEqual(['note.md', 'really-\u{fffd}.md']);
  expect((await storage.skipped()).map(({ path, reason }) => `${path} ${reason}`).sort()).toEqual([
    'C: unsafe-name',
    'back\\slash.md unsafe-name',
    'bad-\u{fffd}\u{fffd}.md undecodable-name',
    'line\nbreak.md unsafe-name',
  ]);
  expect(fs.readFileSync(undecodable, 'utf8')).toBe('x');
});

test('a file beyond the limit is listed, and cannot be read', async () => {
  const directory = scratchDirectory();
  fs.writeFileSync(`${directory}/note.md`, 'inside');
  fs.writeFileSync(`${directory}/sparse.md`, '');
  fs.truncateSync(`${directory}/sparse.md`, 2 * 1024 ** 3);
  const storage = createDirectoryStorage(directory);

  expect(await paths(storage)).toEqual(['note.md', 'sparse.md']);
  expect(await scanned(storage)).toEqual(['note.md']);
  await expect(storage.read(storagePath('sparse.md'))).rejects.toMatchObject({
    code: 'UNREADABLE_ENTRY',
    message: expect.stringContaining('2,048 MiB, more than the limit of 16 MiB'),
  });
  const small = createDirectoryStorage(directory, { maxFileSize: 5 });
  expect(await scanned(small)).toEqual([]);
  await expect(small.write(storagePath('new.md'), bytes('123456'))).rejects.toMatchObject({
    code: 'LIMIT',
  });
  expect((await small.write(storagePath('new.md'), bytes('12345'))).outcome).toBe('created');
});

test('300 levels and 100,000 files are listed', async () => {
  const directory = scratchDirectory();
  fs.mkdirSync(`${directory}/${'d/'.repeat(300)}`, { recursive: true });
  fs.writeFileSync(`${directory}/${'d/'.repeat(300)}note.md`, 'deep');
  fs.mkdirSync(`${directory}/many`);
  for (let at = 0; at < 100_000; at++) fs.writeFileSync(`${directory}/many/${at}.md`, '');
  const storage = createDirectoryStorage(directory);

  expect((await storage.listAll()).length).toBe(100_001);
  let visited = 0;
  await storage.scan(
    () => true,
    () => {
      visited += 1;
    },
  );
  expect(visited).toBe(100_001);
});

test('a folder of our own that is a link is refused', async () => {
  for (const own of ['.mem', '.mem/tmp', '.mem/trash']) {
    const outside = scratchDirectory();
    const directory = scratchDirectory();
    if (own !== '.mem') fs.mkdirSync(`${directory}/.mem`);
    fs.symlinkSync(outside, `${directory}/${own}`);
    const storage = createDirectoryStorage(directory);
    await expect(storage.write(storagePath('note.md'), bytes('x'))).rejects.toMatchObject({
      code: 'REFUSED',
    });
    expect(fs.readdirSync(outside)).toEqual([]);
    expect(await paths(storage)).toEqual([]);
  }
});

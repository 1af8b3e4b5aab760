import * as fs from 'node:fs';
import { storagePath } from '@mem/core';
import { expect, test } from 'vitest';
import { scratchDirectory } from '../test/scratch-directory.js';
import { localFileSystem } from './file-system.js';
import { createDirectoryStorage, type FileStatus, type FileSystem } from './index.js';

const note = storagePath('note.md');

/** Times in whole seconds, inode numbers all one: a status that misses every change of one size. */
const coarse: FileSystem = {
  ...localFileSystem,
  lstatSync: (path) => blurred(localFileSystem.lstatSync(path, { throwIfNoEntry: false })),
  fstatSync: (descriptor) => blurred(localFileSystem.fstatSync(descriptor)) as FileStatus,
};

function blurred(status: FileStatus | undefined): FileStatus | undefined {
  if (status === undefined) return undefined;
  const whole = (time: number) => Math.floor(time / 1000) * 1000;
  const times = { mtimeMs: whole(status.mtimeMs), ctimeMs: whole(status.ctimeMs) };
  const { size, mode, uid, gid } = status;
  return {
    ...{ ino: 1, nlink: 1, birthtimeMs: 0, size, mode, uid, gid, ...times },
    isFile: () => status.isFile(),
    isDirectory: () => status.isDirectory(),
    isSymbolicLink: () => status.isSymbolicLink(),
  };
}

async function version(storage: ReturnType<typeof createDirectoryStorage>): Promise<string> {
  return (await storage.listAll())[0]?.version ?? '';
}

test('where times are coarse, a young file is judged by its contents, an old one by its status', async () => {
  const directory = scratchDirectory();
  fs.writeFileSync(`${directory}/note.md`, 'one');
  let now = Date.now();
  const storage = createDirectoryStorage(directory, { fileSystem: coarse, now: () => now });
  const young = await version(storage);
  fs.writeFileSync(`${directory}/note.md`, 'two');
  const changed = await version(storage);
  expect(changed).not.toBe(young);

  now += 5000;
  const old = await version(storage);
  expect(old).not.toBe(changed);
  const write = (expected: string, text: string) =>
    storage.write(note, new TextEncoder().encode(text), { expect: expected });
  await expect(write(young, 'x')).rejects.toMatchObject({ code: 'CONFLICT', current: old });
  expect((await write(old, 'two')).outcome).toBe('unchanged');
  expect((await write(changed, 'three')).outcome).toBe('replaced');
});

test('an edit in place, of the same size and at once, is never taken for the old contents', async () => {
  const directory = scratchDirectory();
  const storage = createDirectoryStorage(directory);
  const seen = new Map<string, string>();
  for (let round = 0; round < 300; round++) {
    const text = `round ${String(round).padStart(3, '0')}`;
    fs.writeFileSync(`${directory}/note.md`, text);
    // The two differ when the file comes of age in between.
    for (const now of [await version(storage), (await storage.read(note))?.version ?? '']) {
      expect(seen.get(now) ?? text).toBe(text);
      seen.set(now, text);
    }
  }
});

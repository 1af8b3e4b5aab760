import { storagePath } from '@mem/core';
import { expect, test } from 'vitest';
import { localFileSystem } from '../src/file-system.js';
import { createDirectoryStorage, type Durability } from '../src/index.js';
import { hookedFileSystem } from './hooked-file-system.js';
import { scratchDirectory } from './scratch-directory.js';
import { bytes } from './victim-operations.js';

/** A storage, and what it asked the disk to keep: `sync X`, and `name X` for each visible name. */
function recorded(directory: string, durability: Durability) {
  const calls: string[] = [];
  const opened = new Map<unknown, string>();
  const short = (path: unknown) => String(path).replace(`${directory}`, '.');
  const fileSystem = hookedFileSystem(localFileSystem, {
    before(name, [first, second]) {
      if (name === 'fsyncSync') calls.push(`sync ${opened.get(first)}`);
      const target = name === 'unlinkSync' ? first : second;
      if (!['linkSync', 'renameSync', 'unlinkSync'].includes(name)) return;
      if (!short(target).startsWith('./.mem/')) calls.push(`name ${short(target)}`);
      else if (name === 'renameSync' && !short(first).startsWith('./.mem/')) {
        calls.push(`name ${short(first)}`);
      }
    },
    after(name, [path], descriptor) {
      if (name === 'openSync') opened.set(descriptor, kind(short(path)));
    },
  });
  return { storage: createDirectoryStorage(directory, { fileSystem, durability }), calls };
}

function kind(path: string): string {
  return path.startsWith('./.mem/tmp/') ? 'bytes' : path;
}

test('the bytes are on the disk before they get their name', async () => {
  const directory = scratchDirectory();
  const { storage, calls } = recorded(directory, 'process');
  await storage.write(storagePath('note.md'), bytes('one'));
  await storage.write(storagePath('note.md'), bytes('two'));
  await storage.remove(storagePath('note.md'));
  expect(calls).toEqual([
    ...['sync bytes', 'name ./note.md'],
    ...['sync bytes', 'name ./note.md'],
    ...['name ./note.md'],
  ]);
});

test('safe against power cuts, the name is on the disk too before the write resolves', async () => {
  const directory = `${scratchDirectory()}/made/memory`;
  const { storage, calls } = recorded(directory, 'power');
  const note = storagePath('a/b/note.md');
  const folders = ['sync ./a/b', 'sync ./a', 'sync .'];
  await storage.write(note, bytes('one'));
  expect(calls.slice(0, 2).map((call) => call.replace(/ \/.*\//, ' … '))).toEqual([
    'sync … made',
    expect.stringMatching(/^sync … mem-fs-node-/),
  ]);
  expect(calls.slice(2)).toEqual([
    'sync bytes',
    // The second attempt comes when the folders are made.
    ...['name ./a/b/note.md', 'name ./a/b/note.md'],
    ...folders,
  ]);
  calls.length = 0;
  await storage.write(note, bytes('two'));
  await storage.remove(note);
  expect(calls).toEqual([
    ...['sync bytes', 'name ./a/b/note.md', ...folders],
    ...['name ./a/b/note.md', ...folders],
  ]);
});

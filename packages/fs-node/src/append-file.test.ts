import {
  appendFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { storagePath } from '@mem/core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createDirectoryStorage } from './directory-storage.js';
import { localFileSystem } from './file-system.js';

const path = storagePath('logs/2026/05/2026-05-01.md');
const bytes = (text: string) => new TextEncoder().encode(text);

let root: string;
beforeEach(() => {
  root = mkdtempSync(`${tmpdir()}/mem-append-`);
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

/** A storage whose file is replaced by `text` as another program would, right after a sync. */
function replacedAfterSync(text: (before: string) => string) {
  const target = `${root}/${path}`;
  let replaced = false;
  return createDirectoryStorage(root, {
    fileSystem: {
      ...localFileSystem,
      fsyncSync(descriptor) {
        localFileSystem.fsyncSync(descriptor);
        if (replaced) return;
        replaced = true;
        writeFileSync(`${root}/other`, text(readFileSync(target, 'utf8')));
        renameSync(`${root}/other`, target);
      },
    },
  });
}

test('lines that a replacement has lost are added again', async () => {
  const storage = replacedAfterSync(() => 'all anew\n');
  await storage.append(path, bytes('- mine\n'));
  expect(readFileSync(`${root}/${path}`, 'utf8')).toBe('all anew\n- mine\n');
});

test('lines that a replacement has taken over are not added twice', async () => {
  mkdirSync(`${root}/logs/2026/05`, { recursive: true });
  writeFileSync(`${root}/${path}`, '- mine\n');
  const storage = replacedAfterSync((before) => `${before}- theirs\n`);
  await storage.append(path, bytes('- mine\n'));
  expect(readFileSync(`${root}/${path}`, 'utf8')).toBe('- mine\n- mine\n- theirs\n');
});

test('while somebody holds the lock, it waits to see what becomes of the file', async () => {
  const storage = createDirectoryStorage(root);
  await storage.append(path, bytes('- first\n'));
  writeFileSync(`${root}/.mem/claim`, '{}');
  linkSync(`${root}/.mem/claim`, `${root}/.mem/lock`);
  let done = false;
  const appended = storage.append(path, bytes('- second\n')).then(() => {
    done = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(done).toBe(false);
  writeFileSync(`${root}/other`, '- first\n- by the holder\n');
  renameSync(`${root}/other`, `${root}/${path}`);
  rmSync(`${root}/.mem/lock`);
  await appended;
  expect(readFileSync(`${root}/${path}`, 'utf8')).toBe('- first\n- by the holder\n- second\n');
});

test('a full disk is an error, and the torn line is ended by the next append', async () => {
  let room = 1_000_000;
  const storage = createDirectoryStorage(root, {
    fileSystem: {
      ...localFileSystem,
      writeSync(descriptor, data, offset, length) {
        if (localFileSystem.fstatSync(descriptor).size >= room) {
          throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        }
        return localFileSystem.writeSync(descriptor, data, offset, Math.min(length, room));
      },
    },
  });
  await storage.append(path, bytes('- first\n'));
  room = 13;
  await expect(storage.append(path, bytes('- the second line\n'))).rejects.toThrow('disk is full');
  room = 1_000_000;
  await storage.append(path, bytes('- third\n'));
  expect(readFileSync(`${root}/${path}`, 'utf8')).toBe('- first\n- the second \n- third\n');
});

test('a line that is still being written is waited for, not ended', async () => {
  mkdirSync(`${root}/logs/2026/05`, { recursive: true });
  writeFileSync(`${root}/${path}`, '- half of a');
  const storage = createDirectoryStorage(root, {
    fileSystem: {
      ...localFileSystem,
      // The kernel lets a write end before it changes the mode.
      fchmodSync(descriptor, mode) {
        appendFileSync(`${root}/${path}`, ' line\n');
        localFileSystem.fchmodSync(descriptor, mode);
      },
    },
  });
  await storage.append(path, bytes('- mine\n'));
  expect(readFileSync(`${root}/${path}`, 'utf8')).toBe('- half of a line\n- mine\n');
});

test('what is no regular file is never written to, nor anything outside', async () => {
  const storage = createDirectoryStorage(root);
  writeFileSync(`${root}/elsewhere.txt`, 'kept');
  symlinkSync(`${root}/elsewhere.txt`, `${root}/link.md`);
  for (const refused of ['link.md', '.mem/lock', '.hidden/x.md']) {
    await expect(storage.append(storagePath(refused), bytes('x\n'))).rejects.toMatchObject({
      code: 'REFUSED',
    });
  }
  expect(readFileSync(`${root}/elsewhere.txt`, 'utf8')).toBe('kept');
});

test('a read-only file system is told as one, where folders are to be made too', async () => {
  const refuse = (code: string) => {
    throw Object.assign(new Error(code), { code });
  };
  const storage = createDirectoryStorage(root, {
    fileSystem: {
      ...localFileSystem,
      mkdirSync: (folder, options) =>
        folder.startsWith(`${root}/logs`)
          ? refuse(options.recursive ? 'ENOENT' : 'EROFS')
          : localFileSystem.mkdirSync(folder, options),
    },
  });
  await expect(storage.append(path, bytes('- mine\n'))).rejects.toThrow('read-only (EROFS)');
  await expect(storage.write(path, bytes('- mine\n'))).rejects.toThrow('read-only (EROFS)');
});

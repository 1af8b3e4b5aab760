import * as fileSystem from 'node:fs';
import { readdirSync } from 'node:fs';
import { type StoragePath, storagePath } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { expect, test } from 'vitest';
import { readTree } from '../../src/head.js';
import { landCommit } from '../../src/sync/land-commit.js';
import type { ChangedFile } from '../../src/sync/merge-commits.js';
import { openSyncWorld } from '../../src/sync/sync-world.js';
import { git } from '../history/open-memory.js';
import { filesOf, gitOf, openClones } from './open-clones.js';

/** A disk on which so many bytes more can be written; what is removed makes room again. */
function diskWith(room: number) {
  const state = { left: room };
  const full = () => Object.assign(new Error('full'), { code: 'ENOSPC' });
  const disk = {
    ...fileSystem,
    writeSync(descriptor: number, bytes: Uint8Array, offset: number, length: number) {
      if (length > state.left) throw full();
      state.left -= length;
      return fileSystem.writeSync(descriptor, bytes, offset, length);
    },
    unlinkSync(path: string) {
      const { size, nlink } = fileSystem.lstatSync(path);
      fileSystem.unlinkSync(path);
      if (nlink === 1) state.left += size;
    },
  };
  return disk;
}

function branchOf(directory: string): string {
  return git(directory, 'symbolic-ref', 'HEAD').trim();
}

async function landing(room: number) {
  const { a, remote } = openClones();
  for (const name of ['alpha', 'beta', 'gamma']) {
    await a.store.save({ name, description: name, type: 'user', body: `${name}\n` });
  }
  const world = await openSyncWorld({ directory: a.directory, mode: 'own', remote });
  const from = gitOf(a, 'own', 'rev-parse', 'HEAD').trim();
  const tree = await readTree(world.repository, from);
  const files = new Map(
    ['alpha.md', 'beta.md', 'gamma.md'].map((name): [StoragePath, ChangedFile] => [
      storagePath(name),
      { from: tree.get(storagePath(name)), to: Buffer.alloc(1000, name), mode: '100644' },
    ]),
  );
  const storage = createDirectoryStorage(a.directory, { fileSystem: diskWith(room) });
  return { a, from, files, world: { ...world, storage } };
}

test.each([500, 1500, 2500, 3100])(
  'a disk with %i bytes left: nothing is changed',
  async (room) => {
    const { a, from, files, world } = await landing(room);
    const before = filesOf(a);
    await expect(landCommit(world, { commit: from, from, files })).rejects.toMatchObject({
      code: 'STORAGE',
      message: expect.stringMatching(/no room for the 3 files.*none was written/),
    });
    expect(filesOf(a)).toEqual(before);
    expect(readdirSync(`${a.directory}/.mem/tmp`)).toEqual([]);
    expect(readdirSync(`${a.directory}/.mem/space`)).toEqual([]);
    expect(git(a.directory, 'status', '--porcelain')).toBe('');
  },
);

test('a disk with just enough room takes all of it', async () => {
  const { a, from, files, world } = await landing(4000);
  await landCommit(world, { commit: from, from, files });
  expect(filesOf(a)['gamma.md']).toHaveLength(1000);
  expect(readdirSync(`${a.directory}/.mem/space`)).toEqual([]);
});

test('a branch that cannot be moved takes no file with it', async () => {
  const { a, from, files, world } = await landing(1e9);
  const before = filesOf(a);
  const commit = gitOf(a, 'own', 'commit-tree', '-p', from, '-m', 'next', `${from}^{tree}`).trim();
  fileSystem.writeFileSync(`${a.directory}/.git/${branchOf(a.directory)}.lock`, '');
  await expect(landCommit(world, { commit, from, files })).rejects.toThrow('overtaken');
  expect(filesOf(a)).toEqual(before);
});

import fs, { readdirSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { type StoragePath, storagePath } from '@mem/core';
import { afterEach, expect, test } from 'vitest';
import { readTree } from '../../src/head.js';
import { landCommit } from '../../src/sync/land-commit.js';
import type { ChangedFile } from '../../src/sync/merge-commits.js';
import { openSyncWorld } from '../../src/sync/sync-world.js';
import { git } from '../history/open-memory.js';
import { filesOf, gitOf, openClones } from './open-clones.js';

const { openSync, writeSync, unlinkSync } = fs;

afterEach(() => {
  Object.assign(fs, { openSync, writeSync, unlinkSync });
  syncBuiltinESMExports();
});

/**
 * From now on so many bytes more can be written below the directory; what is removed makes room
 * again. Returns what tells the most that was taken at one time.
 */
function limitDisk(directory: string, room: number): () => number {
  const opened = new Set<number>();
  let used = 0;
  let most = 0;
  Object.assign(fs, {
    openSync(...values: Parameters<typeof openSync>) {
      const descriptor = openSync(...values);
      if (`${values[0]}`.startsWith(directory)) opened.add(descriptor);
      else opened.delete(descriptor);
      return descriptor;
    },
    writeSync(descriptor: number, data: Uint8Array | string, ...rest: []) {
      const size = Buffer.byteLength(data);
      if (opened.has(descriptor)) {
        if (used + size > room) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        used += size;
        most = Math.max(most, used);
      }
      return writeSync(descriptor, data as Uint8Array, ...rest);
    },
    unlinkSync(path: string) {
      const { size, nlink } = fs.lstatSync(path);
      unlinkSync(path);
      if (nlink === 1 && path.startsWith(directory)) used -= size;
    },
  });
  syncBuiltinESMExports();
  return () => most;
}

function branchOf(directory: string): string {
  return git(directory, 'symbolic-ref', 'HEAD').trim();
}

async function landing() {
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
  return { a, world, from, files };
}

/** The room that it takes, which is known when it was done. */
async function neededRoom(): Promise<number> {
  const { a, from, files, world } = await landing();
  const most = limitDisk(a.directory, Number.POSITIVE_INFINITY);
  await landCommit(world, { commit: from, from, files });
  return most();
}

test.each([0.001, 0.3, 0.6, 0.95])(
  'a disk with %d of the room that is needed: nothing is changed',
  async (share) => {
    const room = share * (await neededRoom());
    const { a, from, files, world } = await landing();
    const before = filesOf(a);
    limitDisk(a.directory, room);
    await expect(landCommit(world, { commit: from, from, files })).rejects.toMatchObject({
      code: 'STORAGE',
      message: expect.stringMatching(/no room for the 3 files.*none was written|full/),
    });
    expect(filesOf(a)).toEqual(before);
    expect(readdirSync(`${a.directory}/.mem/tmp`)).toEqual([]);
    expect(readdirSync(`${a.directory}/.mem/git/space`)).toEqual([]);
    expect(git(a.directory, 'status', '--porcelain')).toBe('');
  },
);

test('a disk with just enough room takes all of it', async () => {
  const room = await neededRoom();
  const { a, from, files, world } = await landing();
  limitDisk(a.directory, room);
  await landCommit(world, { commit: from, from, files });
  expect(filesOf(a)['gamma.md']).toHaveLength(1000);
  expect(readdirSync(`${a.directory}/.mem/git/space`)).toEqual([]);
});

test('what a synchronisation that was killed held of the disk is free after the next one', async () => {
  const { a, from, files, world } = await landing();
  writeFileSync(`${a.directory}/.mem/git/space/17`, 'left');
  await landCommit(world, { commit: from, from, files });
  expect(readdirSync(`${a.directory}/.mem/git/space`)).toEqual([]);
});

test('a branch that cannot be moved takes no file with it', async () => {
  const { a, from, files, world } = await landing();
  const before = filesOf(a);
  const commit = gitOf(a, 'own', 'commit-tree', '-p', from, '-m', 'next', `${from}^{tree}`).trim();
  writeFileSync(`${a.directory}/.git/${branchOf(a.directory)}.lock`, '');
  await expect(landCommit(world, { commit, from, files })).rejects.toThrow('overtaken');
  expect(filesOf(a)).toEqual(before);
});

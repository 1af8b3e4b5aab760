import type { Storage } from '@mem/core';
import { expect, test } from 'vitest';
import { runDistillation, undoDistillation, unfinishedRun } from '../src/index.js';
import { note, snapshotOf, storageWith } from './test-directory.js';

const now = () => new Date('2026-11-30T10:00:00Z');

function directory(): Promise<Storage> {
  return storageWith({
    'MEMORY.md':
      '# Mine\n\n- [Ship](ship.md) — other\n- [Gone](gone.md) — x\n- [Deploy](deploy.md) — y\n',
    'ship.md': note('ship', 'Use blue-green.\nAlways.'),
    'deploy.md': note('deploy', 'Use blue-green.  \n\nAlways.'),
    'other.md': note('other', 'See [[ship]] and [[deploy]].'),
  });
}

/** Nothing is written or removed from the n-th call on, as when the process is gone by then. */
function dyingAt(storage: Storage, calls: number): Storage {
  let left = calls;
  const alive = async <T>(work: () => Promise<T>): Promise<T> => {
    if (left-- <= 0) throw new Error('gone');
    return work();
  };
  const own: Pick<Storage, 'write' | 'remove'> = {
    write: (path, bytes, options) => alive(() => storage.write(path, bytes, options)),
    remove: (path, options) => alive(() => storage.remove(path, options)),
  };
  return { read: (path) => storage.read(path), list: (prefix) => storage.list(prefix), ...own };
}

async function callsOfWholeRun(): Promise<number> {
  const storage = await directory();
  let calls = 0;
  const counting: Storage = {
    read: (path) => storage.read(path),
    list: (prefix) => storage.list(prefix),
    write: (...args) => {
      calls++;
      return storage.write(...args);
    },
    remove: (...args) => {
      calls++;
      return storage.remove(...args);
    },
  };
  await runDistillation(counting, { now });
  return calls;
}

test('cut off at any write, the next run finishes it, or an undo gives every byte back', async () => {
  const calls = await callsOfWholeRun();
  expect(calls).toBeGreaterThan(10);
  const whole = await directory();
  await runDistillation(whole, { now });
  const after = await snapshotOf(whole);
  for (let at = 0; at < calls; at++) {
    const finished = await directory();
    const before = await snapshotOf(finished);
    await runDistillation(dyingAt(finished, at), { now }).catch(() => undefined);
    for (const [path, bytes] of await snapshotOf(finished)) {
      const states = [before.get(path), after.get(path)];
      if (path !== 'MEMORY.md') expect(states, `${path} after ${at} writes`).toContainEqual(bytes);
    }
    const undone = await directory();
    await runDistillation(dyingAt(undone, at), { now }).catch(() => undefined);
    const hasRun = (await snapshotOf(undone)).size < before.size;
    if (hasRun || (await unfinishedRun(undone))) await undoDistillation(undone);
    expect(await snapshotOf(undone), `undone after ${at} writes`).toEqual(before);
    // Conversations were counted just now; a person does not wait for that.
    await runDistillation(finished, { now, force: true });
    expect(await snapshotOf(finished), `finished after ${at} writes`).toEqual(after);
  }
});

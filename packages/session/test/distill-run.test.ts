import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import type { Storage } from '@mem/core';
import { createConsolidationLock, createDirectoryStorage } from '@mem/fs-node';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type ConsolidationLock,
  checkGate,
  type GateFacts,
  runDistillation,
  undoDistillation,
} from '../src/index.js';
import { note, snapshotOf, storageWith } from './test-directory.js';

const hourMs = 60 * 60 * 1000;
const now = new Date('2026-11-30T10:00:00Z');

function gate(facts: Partial<GateFacts>) {
  const none = { now, lastRun: undefined, countConversations: async () => undefined };
  return checkGate({ ...none, ...facts });
}

test.each<[string, Partial<GateFacts>, boolean]>([
  ['never run, and nothing to count', {}, true],
  ['never run, 4 conversations', { countConversations: async () => 4 }, false],
  ['never run, 5 conversations', { countConversations: async () => 5 }, true],
  ['a second short of 24 hours', { lastRun: now.getTime() - 24 * hourMs + 1000 }, false],
  ['24 hours to the millisecond', { lastRun: now.getTime() - 24 * hourMs }, true],
  ['a last run in the future', { lastRun: now.getTime() + hourMs }, false],
  ['counted 9 minutes ago', { lastScan: now.getTime() - 9 * 60_000 }, false],
  ['counted 10 minutes ago', { lastScan: now.getTime() - 10 * 60_000 }, true],
  ['counted in the future', { lastScan: now.getTime() + 60_000 }, true],
  [
    'other figures',
    {
      lastRun: now.getTime() - 2 * hourMs,
      minHours: 1,
      minConversations: 0,
      countConversations: async () => 0,
    },
    true,
  ],
])('%s: open is %s', async (_, facts, isOpen) => {
  const answer = await gate(facts);
  expect(answer.isOpen).toBe(isOpen);
  if (!answer.isOpen) expect(answer.why).toMatch(/^It is not time yet: [^\n]+\.$/);
});

test('conversations are counted since the last run, and only when enough time has gone by', async () => {
  const countConversations = vi.fn(async () => 7);
  await gate({ lastRun: now.getTime() - hourMs, countConversations });
  expect(countConversations).not.toHaveBeenCalled();
  const lastRun = now.getTime() - 30 * hourMs;
  await gate({ lastRun, countConversations });
  expect(countConversations).toHaveBeenCalledWith(new Date(lastRun));
});

function twins(): Promise<Storage> {
  return storageWith({ 'a.md': note('a', 'Same.'), 'b.md': note('b', 'Same.') });
}

function lockInRam(): ConsolidationLock & { readonly released: boolean[]; time?: number } {
  const released: boolean[] = [];
  return {
    released,
    lastRun: async () => undefined,
    acquire: async () => ({ release: async (ran) => void released.push(ran) }),
  };
}

test('a run is a run: the lock is told so', async () => {
  const lock = lockInRam();
  const outcome = await runDistillation(await twins(), { now: () => now, lock });
  expect([outcome.kind, lock.released]).toEqual(['done', [true]]);
});

test.each([
  ['fails', async () => Promise.reject(new Error('no'))],
  ['answers nonsense', async () => '???'],
])('a run whose model %s is none', async (_, model) => {
  const lock = lockInRam();
  await runDistillation(await twins(), { now: () => now, lock, model });
  expect(lock.released).toEqual([false]);
});

test('a run that breaks off is none, and what broke it is thrown', async () => {
  const lock = lockInRam();
  const storage = await twins();
  const broken: Storage = {
    ...storage,
    list: storage.list.bind(storage),
    read: async () => Promise.reject(new Error('disk')),
    write: storage.write.bind(storage),
    remove: storage.remove.bind(storage),
  };
  await expect(runDistillation(broken, { now: () => now, lock, force: true })).rejects.toThrow(
    'disk',
  );
  expect(lock.released).toEqual([false]);
});

test('another program at it: nothing is done, forced or not', async () => {
  const storage = await twins();
  const before = await snapshotOf(storage);
  const lock = { lastRun: async () => undefined, acquire: async () => undefined };
  for (const force of [false, true]) {
    const outcome = await runDistillation(storage, { now: () => now, lock, force });
    expect(outcome).toMatchObject({
      kind: 'not-now',
      why: expect.stringContaining('Another program'),
      canBeForced: false,
    });
  }
  expect(await undoDistillation(storage, { lock })).toBeUndefined();
  expect(await snapshotOf(storage)).toEqual(before);
});

test('a run of this very moment is one of less than an hour ago, however fine its time', async () => {
  const why = async (lastRun: number) => {
    const answer = await gate({ lastRun });
    return answer.isOpen ? '' : answer.why;
  };
  expect(await why(now.getTime() + 0.4)).toContain('less than an hour ago');
  expect(await why(now.getTime() + hourMs)).toContain('dated in the future');
});

test('processes that run one after the other count conversations every 10 minutes', async () => {
  const storage = await twins();
  const countConversations = vi.fn(async () => 1);
  const run = (minutes: number) =>
    runDistillation(storage, {
      now: () => new Date(now.getTime() + minutes * 60_000),
      countConversations,
    });
  for (const minutes of [0, 5, 9, 10, 15, 20]) await run(minutes);
  expect(countConversations).toHaveBeenCalledTimes(3);
});

function directory(): string {
  const folder = `${mkdtempSync(`${tmpdir()}/mem-run-`)}/memory`;
  onTestFinished(() => rmSync(`${folder}/..`, { recursive: true, force: true }));
  mkdirSync(folder);
  for (const name of ['a', 'b']) writeFileSync(`${folder}/${name}.md`, note(name, 'Same.'));
  return folder;
}

test("Claude Code's lock: its time is that of the last run, and stays so after a failure and an undo", async () => {
  const folder = directory();
  const path = `${folder}/.consolidate-lock`;
  writeFileSync(path, '');
  const old = new Date(Date.now() - 30 * hourMs);
  utimesSync(path, old, old);
  const storage = createDirectoryStorage(folder);
  const lock = createConsolidationLock(folder);
  await runDistillation(storage, { lock, model: async () => 'nonsense' });
  expect(statSync(path).mtime).toEqual(old);
  await undoDistillation(storage, { lock });
  expect(statSync(path).mtime).toEqual(old);
  await runDistillation(storage, { lock });
  expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(60_000);
  expect(await runDistillation(storage, { lock })).toMatchObject({ kind: 'not-now' });
  writeFileSync(path, String(process.ppid));
  expect(await runDistillation(storage, { lock, force: true })).toMatchObject({ kind: 'not-now' });
  expect(readFileSync(path, 'utf8')).toBe(String(process.ppid));
});

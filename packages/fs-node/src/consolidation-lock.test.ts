import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { countConversations, createConsolidationLock } from './index.js';

const hourMs = 60 * 60 * 1000;
/** A process that lives as long as the test, and is not this one. */
const living = process.ppid;

function directoryWith(body?: string, age = 0): { directory: string; path: string } {
  const project = mkdtempSync(`${tmpdir()}/mem-consolidation-`);
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  const directory = `${project}/memory`;
  const path = `${directory}/.consolidate-lock`;
  mkdirSync(directory);
  if (body !== undefined) {
    writeFileSync(path, body);
    setAge(path, age);
  }
  return { directory, path };
}

function setAge(path: string, age: number): void {
  const time = (Date.now() - age) / 1000;
  utimesSync(path, time, time);
}

function deadPid(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

test('a directory without a lock was never consolidated, and looking makes nothing', async () => {
  const { directory } = directoryWith();
  expect(await createConsolidationLock(directory).lastRun()).toBeUndefined();
  expect(readdirSync(directory)).toEqual([]);
});

test('holds the process id while it is held, and nobody else gets it', async () => {
  const { directory, path } = directoryWith();
  const held = await createConsolidationLock(directory).acquire();
  expect(readFileSync(path, 'utf8')).toBe(String(process.pid));
  expect(await createConsolidationLock(directory).acquire()).toBeUndefined();
  await held?.release(true);
  expect(await createConsolidationLock(directory).acquire()).toBeDefined();
});

test('after a run, the time of the file is that of the run, and no process is named', async () => {
  const { directory, path } = directoryWith('', 30 * hourMs);
  const lock = createConsolidationLock(directory);
  const held = await lock.acquire();
  await held?.release(true);
  expect(Date.now() - ((await lock.lastRun()) ?? 0)).toBeLessThan(5000);
  expect(readFileSync(path, 'utf8')).toBe('');
});

test('after a failure, the time of the last run is put back', async () => {
  const { directory, path } = directoryWith('', 30 * hourMs);
  const before = statSync(path).mtimeMs;
  const lock = createConsolidationLock(directory);
  const held = await lock.acquire();
  expect(statSync(path).mtimeMs).toBeGreaterThan(before + hourMs);
  await held?.release(false);
  expect(Math.abs(((await lock.lastRun()) ?? 0) - before)).toBeLessThan(2);
});

test('after a failure of the first run of all, there is no lock again', async () => {
  const { directory, path } = directoryWith();
  const held = await createConsolidationLock(directory).acquire();
  await held?.release(false);
  expect(existsSync(path)).toBe(false);
});

test('a foreign lock whose process lives is respected, to the last byte', async () => {
  const { directory, path } = directoryWith(String(living), hourMs / 2);
  const before = statSync(path).mtimeMs;
  const lock = createConsolidationLock(directory);
  expect(await lock.acquire()).toBeUndefined();
  expect(await lock.lastRun()).toBe(before);
  expect(readFileSync(path, 'utf8')).toBe(String(living));
});

test('is stale after an hour, though its process lives', async () => {
  const { directory } = directoryWith(String(living), hourMs + 1000);
  expect(await createConsolidationLock(directory).acquire()).toBeDefined();
});

test.each([
  ['a process that is gone', () => String(deadPid())],
  ['our own id, from an earlier life', () => String(process.pid)],
  ['nothing', () => ''],
  ['nonsense', () => 'not a pid'],
])('is taken at once when it names %s', async (_, body) => {
  const { directory } = directoryWith(body(), 1000);
  expect(await createConsolidationLock(directory).acquire()).toBeDefined();
});

test('a lock that another program took over meanwhile is not given back by us', async () => {
  const { directory, path } = directoryWith();
  const held = await createConsolidationLock(directory).acquire();
  writeFileSync(path, String(living));
  setAge(path, 1000);
  const time = statSync(path).mtimeMs;
  await held?.release(false);
  expect([readFileSync(path, 'utf8'), statSync(path).mtimeMs]).toEqual([String(living), time]);
});

test('a link in the place of the lock is refused, and what it leads to left alone', async () => {
  const { directory, path } = directoryWith();
  const target = `${directory}/../target`;
  writeFileSync(target, 'mine');
  symlinkSync(target, path);
  const lock = createConsolidationLock(directory);
  await expect(lock.acquire()).rejects.toMatchObject({ code: 'REFUSED' });
  await expect(lock.lastRun()).rejects.toMatchObject({ code: 'REFUSED' });
  expect(readFileSync(target, 'utf8')).toBe('mine');
});

test('of many that ask at once, one gets it', async () => {
  const { directory } = directoryWith(String(deadPid()), 1000);
  const asked = Array.from({ length: 20 }, () => createConsolidationLock(directory).acquire());
  expect((await Promise.all(asked)).filter((held) => held !== undefined)).toHaveLength(1);
});

test('counts the conversations beside the memory that went on since', async () => {
  const { directory } = directoryWith();
  const project = `${directory}/..`;
  expect(await countConversations(directory, new Date(0))).toBeUndefined();
  for (const [name, age] of Object.entries({ a: 1, b: 2, c: 50, 'agent-d': 1 })) {
    writeFileSync(`${project}/${name}.jsonl`, '{}\n');
    setAge(`${project}/${name}.jsonl`, age * hourMs);
  }
  mkdirSync(`${project}/folder.jsonl`);
  expect(await countConversations(directory, new Date(Date.now() - 10 * hourMs))).toBe(2);
  expect(await countConversations(directory, new Date())).toBe(0);
});

import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { storagePath } from '@mem/core';
import { expect, test } from 'vitest';
import { createDirectoryStorage } from '../src/index.js';
import { ownIdentity, stateOf } from '../src/process-identity.js';
import { scratchDirectory } from './scratch-directory.js';
import { bytes } from './victim-operations.js';

const note = storagePath('note.md');
const own = ownIdentity();
const dead = { ...own, pid: pidOfEndedProcess(), start: '1' };
const foreign = { ...own, realm: 'f'.repeat(16) };
let nonces = 0;

/** A directory with a file, whose lock somebody holds. */
async function lockedBy(owner: object | string, secondsAgo = 0) {
  const directory = scratchDirectory();
  await createDirectoryStorage(directory).write(note, bytes('one'));
  const lock = `${directory}/.mem/lock`;
  fs.writeFileSync(lock, typeof owner === 'string' ? owner : withNonce(owner));
  age(lock, secondsAgo);
  return { directory, lock };
}

function withNonce(owner: object): string {
  nonces += 1;
  return JSON.stringify({ ...owner, nonce: nonces.toString(16).padStart(16, '0') });
}

function age(path: string, seconds: number): void {
  const time = Date.now() / 1000 - seconds;
  fs.utimesSync(path, time, time);
}

function pidOfEndedProcess(): number {
  const script = 'process.stdout.write(String(process.pid))';
  return Number(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
}

test('the own process is alive, an ended one is dead, another start is another process', () => {
  expect(stateOf(own)).toBe('alive');
  expect(stateOf(dead)).toBe('dead');
  expect(stateOf({ ...own, start: `${own.start}1` })).toBe(own.start === '' ? 'alive' : 'dead');
  expect(stateOf(foreign)).toBe('foreign');
});

for (const [name, owner, seconds] of [
  ['a dead process', dead, 0],
  ['a process whose number is used again', { ...own, start: '1' }, 0],
  ['another machine, eleven seconds ago', foreign, 11],
  ['nobody knows whom, eleven seconds ago', '', 11],
] as const) {
  test(`the lock of ${name} is cleared at once`, async () => {
    const { directory, lock } = await lockedBy(owner, seconds);
    const started = performance.now();
    await createDirectoryStorage(directory).write(note, bytes('two'));
    expect(performance.now() - started).toBeLessThan(2000);
    expect(fs.existsSync(lock)).toBe(false);
    expect(fs.readdirSync(`${directory}/.mem/tmp`)).toEqual([]);
  });
}

test.concurrent.each([
  ['a living process, however old', own, 3600],
  ['another machine', foreign, 3],
  ['nobody knows whom', 'not json', 3],
] as const)('the lock of %s is respected', async (_, owner, seconds) => {
  const { directory, lock } = await lockedBy(owner, seconds);
  const contents = fs.readFileSync(lock, 'utf8');
  const storage = createDirectoryStorage(directory);
  const busy = { code: 'STORAGE', operation: 'lock', retryable: true };
  await expect(storage.write(note, bytes('two'))).rejects.toMatchObject(busy);
  expect(fs.readFileSync(`${directory}/note.md`, 'utf8')).toBe('one');
  expect(fs.readFileSync(lock, 'utf8')).toBe(contents);
  expect(fs.readdirSync(`${directory}/.mem/tmp`)).toEqual([]);
});

test('a writer goes on as soon as the lock is free', async () => {
  const { directory, lock } = await lockedBy(own);
  const writing = createDirectoryStorage(directory).write(note, bytes('two'));
  setTimeout(() => fs.rmSync(lock), 300);
  expect((await writing).outcome).toBe('replaced');
});

test('a new file needs no lock', async () => {
  const { directory } = await lockedBy(own);
  const storage = createDirectoryStorage(directory);
  expect((await storage.write(storagePath('new.md'), bytes('new'))).outcome).toBe('created');
});

test('processes killed while they cleared the lock of another do not stop the next', async () => {
  const { directory, lock } = await lockedBy(dead);
  const holder = JSON.parse(fs.readFileSync(lock, 'utf8'));
  const clearer = withNonce(dead);
  const right = (nonce: string) => `${directory}/.mem/tmp/clear-${nonce}`;
  fs.writeFileSync(right(holder.nonce), clearer);
  fs.writeFileSync(right(JSON.parse(clearer).nonce), withNonce(dead));
  await createDirectoryStorage(directory).write(note, bytes('two'));
  expect(fs.existsSync(lock)).toBe(false);
  expect(fs.readdirSync(`${directory}/.mem/tmp`)).toEqual([]);
});

test('temporary files are swept when their process is dead, and never while it lives', async () => {
  const { directory } = await lockedBy(dead);
  const temp = (owner: typeof own, name: string) =>
    `${directory}/.mem/tmp/${owner.pid}.${owner.start}.${owner.realm}.${name}`;
  const [gone, alive, young, old] = [
    temp(dead, 'aaaa'),
    temp(own, 'bbbb'),
    temp(foreign, 'cccc'),
    temp(foreign, 'dddd'),
  ] as const;
  for (const path of [gone, alive, young, old]) fs.writeFileSync(path, 'x');
  age(old, 2 * 60 * 60);
  await createDirectoryStorage(directory).write(storagePath('new.md'), bytes('x'));
  expect([gone, alive, young, old].map((path) => fs.existsSync(path))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

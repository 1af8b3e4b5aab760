import { readFileSync } from 'node:fs';
import { type Storage, storagePath } from '@mem/core';
import { expect, test } from 'vitest';
import { createDirectoryStorage } from '../src/index.js';
import { childProgram, outputOf } from './child-program.js';
import { createPlainStorage } from './plain-storage.js';
import { scratchDirectory } from './scratch-directory.js';

const start = childProgram('competitor');
const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

function runAll(kind: string, directory: string, task: string): Promise<string[]> {
  return Promise.all(names.map((name) => outputOf(start(kind, directory, task, name))));
}

async function countTo400(kind: string, storage: Storage, directory: string): Promise<number> {
  await storage.write(storagePath('counter.md'), new TextEncoder().encode('0'));
  await runAll(kind, directory, 'increment');
  return Number.parseInt(readFileSync(`${directory}/counter.md`, 'utf8'), 10);
}

test('8 processes and 50 increments each give 400', async () => {
  const directory = scratchDirectory();
  expect(await countTo400('ours', createDirectoryStorage(directory), directory)).toBe(400);
});

test('the same over a plain storage, which looks and then writes in place, does not', async () => {
  const directory = scratchDirectory();
  const storage = createPlainStorage(directory);
  await expect(
    countTo400('plain', storage, directory).then((count) => {
      if (count !== 400) throw new Error(`only ${count}`);
    }),
  ).rejects.toThrow();
});

test('of 8 processes that create one file exactly one wins', async () => {
  const directory = scratchDirectory();
  const outputs = await runAll('ours', directory, 'create');
  const wins = outputs.flatMap((output, at) =>
    output
      .split('\n')
      .filter(Boolean)
      .map((round) => ({ round, name: names[at] })),
  );
  expect(wins.map(({ round }) => Number(round)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 50 }, (_, round) => round),
  );
  for (const { round, name } of wins) {
    expect(readFileSync(`${directory}/round-${round}.md`, 'utf8')).toBe(`by ${name}`);
  }
});

test('of 8 processes every recorded change has its own id, and its place in time', async () => {
  const directory = scratchDirectory();
  await runAll('ours', directory, 'checkpoint');
  const changes = [];
  for await (const change of createDirectoryStorage(directory).changes()) changes.push(change);
  expect(new Set(changes.map(({ id }) => id)).size).toBe(400);
  for (const name of names) {
    const own = changes.filter(({ message }) => message.startsWith(`${name} `));
    expect(own.map(({ message }) => message)).toEqual(
      Array.from({ length: 50 }, (_, at) => `${name} ${49 - at}`),
    );
  }
});

import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { isMemoryError, type MemoryError, type Storage, storagePath } from '@mem/core';
import { describe, expect, test } from 'vitest';
import { localFileSystem } from '../src/file-system.js';
import { createDirectoryStorage, type Durability } from '../src/index.js';
import { hookedFileSystem } from './hooked-file-system.js';
import { scratchDirectory } from './scratch-directory.js';
import { bytes, operations, type VictimOperation } from './victim-operations.js';

/** Each of these is met by code of its own; the others all go the way of EIO. */
const special = ['EIO', 'ENOENT', 'EACCES', 'EPERM'];
const all = [...special, 'ENOSPC', 'EMFILE', 'EROFS'];

describe.each(Object.entries(operations))('%s, when one file call fails', (name, operation) => {
  for (const durability of ['process', 'power'] as const) {
    test.each(codesFor(name, durability))(`with %s (${durability})`, async (code) => {
      for (let call = 1; ; call++) {
        const directory = `${scratchDirectory()}/memory`;
        lay(directory, operation.before);
        const outcome = await runFailing(directory, operation, durability, call, code);
        if (outcome === 'no such call') return;
        const expected = outcome === 'done' ? operation.after : operation.before;
        expect(contents(directory), `call ${call}, ${outcome}`).toEqual(expected);
        await expectAllWell(directory, operation, `call ${call}, ${outcome}`);
      }
    });
  }
});

function codesFor(name: string, durability: Durability): string[] {
  if (durability === 'power') return ['EIO'];
  return name === 'a replacement and its checkpoint' ? all : special;
}

/** Whether the storage says that it is done, or that nothing was changed. */
async function runFailing(
  directory: string,
  operation: VictimOperation,
  durability: Durability,
  call: number,
  code: string,
): Promise<'done' | 'refused' | 'no such call'> {
  let calls = 0;
  const fileSystem = hookedFileSystem(localFileSystem, {
    before(name) {
      calls += 1;
      if (calls === call) throw Object.assign(new Error(`${code} in ${name}`), { code });
    },
  });
  const storage = createDirectoryStorage(directory, { fileSystem, durability });
  try {
    await operation.run(storage);
    return calls < call ? 'no such call' : 'done';
  } catch (error) {
    expect(isMemoryError(error), String(error)).toBe(true);
    expect((error as MemoryError).message).not.toContain(directory);
    return 'refused';
  }
}

/** The same process writes on, and nothing of the failure is left. */
async function expectAllWell(
  directory: string,
  operation: VictimOperation,
  after: string,
): Promise<void> {
  const storage: Storage = createDirectoryStorage(directory);
  await operation.run(storage);
  await storage.write(storagePath('next.md'), bytes('next'));
  expect(contents(directory)).toEqual({ ...operation.after, 'next.md': 'next' });
  expect(fs.readdirSync(`${directory}/.mem/tmp`), after).toEqual([]);
  expect(fs.existsSync(`${directory}/.mem/lock`)).toBe(false);
}

function lay(directory: string, files: VictimOperation['before']): void {
  for (const [path, text] of Object.entries(files)) {
    fs.mkdirSync(dirname(`${directory}/${path}`), { recursive: true });
    fs.writeFileSync(`${directory}/${path}`, text);
  }
}

function contents(directory: string): Record<string, string> {
  if (!fs.existsSync(directory)) return {};
  const paths = fs
    .readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path !== '.mem' && !path.startsWith('.mem/'))
    .filter((path) => fs.statSync(`${directory}/${path}`).isFile());
  return Object.fromEntries(
    paths.map((path) => [path, fs.readFileSync(`${directory}/${path}`, 'utf8')]),
  );
}

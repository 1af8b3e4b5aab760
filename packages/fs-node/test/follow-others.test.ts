import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeMark } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { expect, onTestFinished, test } from 'vitest';
import { childProgram } from './child-program.js';
import { scratchDirectory } from './scratch-directory.js';

const editor = childProgram('editor', 'pipe');

test('after each of 500 edits by another process, what is followed is what a new storage lists', async () => {
  const directory = scratchDirectory();
  writeFileSync(join(directory, 'first.md'), 'first');
  const child = editor(directory);
  onTestFinished(() => {
    child.kill();
  });
  const storage = createDirectoryStorage(directory);
  onTestFinished(() => storage.close?.());
  const known = new Map<string, number>();
  let mark: ChangeMark | undefined;
  for (let round = 0; round < 500; round++) {
    child.stdin!.write('edit\n');
    await once(child.stdout!, 'data');
    const changes = await storage.changesSince(mark);
    mark = changes.mark;
    if (changes.whole) known.clear();
    for (const { path, size } of changes.changed) known.set(path, size);
    for (const path of changes.removed) known.delete(path);
    const listed = await createDirectoryStorage(directory).listAll();
    const sizes = listed.map(({ path, size }) => [path, size] as const);
    expect([...known].sort()).toEqual([...sizes].sort());
  }
}, 60_000);

import type { Storage } from '@mem/core';
import { createMemfsStorage, failingStorage } from '@mem/memfs';
import { expect, test } from 'vitest';
import { createMemoryTool } from '../src/index.js';
import { allFiles, put } from './open-storages.js';

const hostPath = '/home/somebody/secret-place/memory';
/** What an adapter that is not ours might throw. */
const foreign = Object.assign(new Error(`EACCES: permission denied, open '${hostPath}/a.txt'`), {
  code: 'EACCES',
  path: `${hostPath}/a.txt`,
});

const commands = [
  { command: 'view', path: '/memories' },
  { command: 'view', path: '/memories/a.txt' },
  { command: 'create', path: '/memories/new.md', file_text: 'new' },
  { command: 'str_replace', path: '/memories/a.txt', old_str: 'one', new_str: 'two' },
  { command: 'insert', path: '/memories/a.txt', insert_line: 0, insert_text: 'top' },
  { command: 'delete', path: '/memories/a.txt' },
  { command: 'delete', path: '/memories/d' },
  { command: 'rename', old_path: '/memories/a.txt', new_path: '/memories/b.txt' },
  { command: 'rename', old_path: '/memories/d', new_path: '/memories/e' },
];

const before = { 'MEMORY.md': '# Index\n', 'a.txt': 'one\n', 'd/b.md': 'b\n', 'd/c.txt': 'c\n' };

async function filled(): Promise<Storage> {
  const storage = createMemfsStorage();
  for (const [path, text] of Object.entries(before)) await put(storage, path, text);
  return storage;
}

test.each(commands)('a storage that fails at any call of %j', async (command) => {
  let failed = 0;
  for (const method of ['read', 'list', 'write', 'remove', 'checkpoint'] as const) {
    for (const when of ['before', 'after'] as const) {
      for (let call = 1; call <= 12; call++) {
        const storage = await filled();
        const failing = failingStorage(storage, { method, call, when, error: foreign });
        const { content, is_error } = await createMemoryTool(failing).run(command);
        expect(String(content)).not.toContain('somebody');
        expect(String(content)).not.toContain('    at ');
        const after = await allFiles(storage);
        if (is_error && method !== 'remove' && when === 'before') {
          expect(after, `${method} ${call}`).toEqual(before);
        }
        failed += is_error ? 1 : 0;
        expectNothingLost(after);
      }
    }
  }
  expect(failed).toBeGreaterThan(0);
});

/** A text that was there is still somewhere, unless it was the one to be deleted or changed. */
function expectNothingLost(after: Record<string, string>): void {
  expect(Object.keys(after)).toContain('MEMORY.md');
  for (const name of Object.keys(after)) {
    expect(name).toMatch(/^(MEMORY\.md|new\.md|[ab]\.txt|[de]\/(b\.md|c\.txt))$/);
  }
}

test('after the change is made, a failure is a note and no error', async () => {
  const storage = await filled();
  const failing = failingStorage(storage, { method: 'checkpoint', call: 1, error: foreign });
  const answer = await createMemoryTool(failing).run(commands[2]);
  expect(answer).toEqual({
    content: expect.stringMatching(
      /^File created successfully at: \/memories\/new\.md\nNote: The change is done but was not recorded/,
    ),
  });
  expect(await allFiles(storage)).toHaveProperty(['new.md'], 'new');
});

test('a rename that fails half-way leaves nothing of itself', async () => {
  const storage = await filled();
  const failing = failingStorage(storage, { method: 'write', call: 2, error: foreign });
  const answer = await createMemoryTool(failing).run(commands[8]);
  expect(answer.is_error).toBe(true);
  expect(await allFiles(storage)).toEqual(before);
});

test('an original that cannot be removed is told of', async () => {
  const storage = await filled();
  const failing = failingStorage(storage, { method: 'remove', call: 1, error: foreign });
  const { content, is_error } = await createMemoryTool(failing).run(commands[7]);
  expect(is_error).toBe(true);
  expect(content).toMatch(/\/memories\/b\.txt was written, but \/memories\/a\.txt is still there/);
});

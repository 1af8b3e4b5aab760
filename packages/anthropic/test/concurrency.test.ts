import type { Storage, StoragePath } from '@mem/core';
import { describe, expect, test } from 'vitest';
import { createMemoryTool } from '../src/index.js';
import { allFiles, put, storages, textAt } from './open-storages.js';

/** The same storage, with somebody who changes it just before the n-th write or removal. */
function meddled(storage: Storage, call: number, meddle: () => Promise<unknown>): Storage {
  let calls = 0;
  const first =
    <A extends readonly unknown[], R>(method: (...given: A) => Promise<R>) =>
    async (...given: A) => {
      calls += 1;
      if (calls === call) await meddle();
      return method(...given);
    };
  return new Proxy(storage, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...given: readonly unknown[]) => Promise<unknown>;
      return property === 'write' || property === 'remove' ? first(method) : method;
    },
  });
}

describe.each(storages)('with others at work on %s', (_, open) => {
  test('calls that are not waited for run in the order they were given', async () => {
    const storage = open();
    const memory = createMemoryTool(storage);
    const path = '/memories/a.txt';
    const answers = await Promise.all([
      memory.run({ command: 'create', path, file_text: 'one\n' }),
      memory.run({ command: 'str_replace', path, old_str: 'one', new_str: 'two' }),
      memory.run({ command: 'insert', path, insert_line: 1, insert_text: 'three' }),
      memory.run({ command: 'view', path }),
      memory.run({ command: 'rename', old_path: path, new_path: '/memories/b.txt' }),
    ]);
    expect(answers.map(({ is_error }) => is_error)).toEqual(Array(5).fill(undefined));
    expect(await allFiles(storage)).toEqual({ 'b.txt': 'two\nthree\n' });
  });

  test('8 tools × 25 inserts of one line lose none', async () => {
    const storage = open();
    await put(storage, 'a.txt', 'head\n');
    const insert = { command: 'insert', path: '/memories/a.txt', insert_line: 1, insert_text: 'x' };
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const memory = createMemoryTool(storage);
        for (let at = 0; at < 25; at++) {
          expect(await memory.run(insert)).not.toHaveProperty('is_error');
        }
      }),
    );
    expect(await textAt(storage, 'a.txt')).toBe(`head\n${'x\n'.repeat(200)}`);
  });

  test('an edit is made on top of what somebody else wrote meanwhile', async () => {
    const storage = open();
    await put(storage, 'a.txt', 'mine\n');
    const memory = createMemoryTool(
      meddled(storage, 1, () => put(storage, 'a.txt', 'yours\nmine\n')),
    );
    const answer = await memory.run({
      command: 'str_replace',
      path: '/memories/a.txt',
      old_str: 'mine',
      new_str: 'ours',
    });
    expect(answer.content).toContain('     2\tours');
    expect(await textAt(storage, 'a.txt')).toBe('yours\nours\n');
  });

  test.each([
    ['above changed: below tells where', 'zero\none\ntwo\n', 'zero\none\nx\ntwo\n'],
    ['below changed: above tells where', 'one\ntwo and more\n', 'one\nx\ntwo and more\n'],
  ])('an insert finds its place again: %s', async (_, meanwhile, expected) => {
    const storage = open();
    await put(storage, 'a.txt', 'one\ntwo\n');
    const memory = createMemoryTool(meddled(storage, 1, () => put(storage, 'a.txt', meanwhile)));
    const answer = await memory.run({
      command: 'insert',
      path: '/memories/a.txt',
      insert_line: 1,
      insert_text: 'x',
    });
    expect(answer).toEqual({ content: 'The file /memories/a.txt has been edited.' });
    expect(await textAt(storage, 'a.txt')).toBe(expected);
  });

  test('an insert whose place is gone says so', async () => {
    const storage = open();
    await put(storage, 'a.txt', 'one\ntwo\n');
    const memory = createMemoryTool(
      meddled(storage, 1, () => put(storage, 'a.txt', 'other\ntext')),
    );
    const { content, is_error } = await memory.run({
      command: 'insert',
      path: '/memories/a.txt',
      insert_line: 1,
      insert_text: 'x',
    });
    expect(is_error).toBe(true);
    expect(content).toMatch(/^Error: \/memories\/a\.txt was changed by someone else/);
    expect(await textAt(storage, 'a.txt')).toBe('other\ntext');
  });

  test('a file that somebody changes is not deleted unseen; others of the folder are', async () => {
    const storage = open();
    await put(storage, 'd/a.txt', '1');
    await put(storage, 'd/b.txt', '2');
    const memory = createMemoryTool(meddled(storage, 1, () => put(storage, 'd/a.txt', 'new')));
    const { content, is_error } = await memory.run({ command: 'delete', path: '/memories/d' });
    expect(is_error).toBe(true);
    expect(content).toMatch(/only in part \(1 files\).*\/memories\/d\/a\.txt: was changed by some/);
    expect(await allFiles(storage)).toEqual({ 'd/a.txt': 'new' });
  });

  test('a file that somebody else deletes meanwhile is deleted', async () => {
    const storage = open();
    await put(storage, 'a.txt', '1');
    const memory = createMemoryTool(
      meddled(storage, 1, () => storage.remove('a.txt' as StoragePath)),
    );
    expect(await memory.run({ command: 'delete', path: '/memories/a.txt' })).not.toHaveProperty(
      'is_error',
    );
  });

  test('what somebody writes into a file that is being renamed goes along', async () => {
    const storage = open();
    await put(storage, 'a.txt', 'old');
    const memory = createMemoryTool(meddled(storage, 2, () => put(storage, 'a.txt', 'newer')));
    const answer = await memory.run({
      command: 'rename',
      old_path: '/memories/a.txt',
      new_path: '/memories/b.txt',
    });
    expect(answer.is_error).toBeUndefined();
    expect(await allFiles(storage)).toEqual({ 'b.txt': 'newer' });
  });

  test.each(['theirs', '2'])(
    '%j, put at the destination meanwhile, stays, and so does the source',
    async (theirs) => {
      const storage = open();
      await put(storage, 'd/a.txt', '1');
      await put(storage, 'd/b.txt', '2');
      const memory = createMemoryTool(meddled(storage, 2, () => put(storage, 'e/b.txt', theirs)));
      const answer = await memory.run({
        command: 'rename',
        old_path: '/memories/d',
        new_path: '/memories/e',
      });
      expect(answer).toEqual({
        content: 'Error: The destination /memories/e/b.txt already exists',
        is_error: true,
      });
      expect(await allFiles(storage)).toEqual({
        'd/a.txt': '1',
        'd/b.txt': '2',
        'e/b.txt': theirs,
      });
    },
  );
});

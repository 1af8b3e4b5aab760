import { createMemoryStore, type StoragePath } from '@mem/core';
import { describe, expect, test } from 'vitest';
import { createMemoryTool } from '../src/index.js';
import { allFiles, put, storages, textAt } from './open-storages.js';

describe.each(storages)('the index and the history on %s', (_, open) => {
  test('an index that is there follows files that come, move and go', async () => {
    const storage = open();
    await put(storage, 'MEMORY.md', '# Mine\n\n- [Old](old.md) — by hand\n');
    await put(storage, 'old.md', 'old');
    const memory = createMemoryTool(storage);
    const file_text = '---\nname: Deploys\ndescription: On Tuesdays\ntype: project\n---\n\nText\n';
    await memory.run({ command: 'create', path: '/memories/deploys.md', file_text });
    await memory.run({ command: 'create', path: '/memories/progress.txt', file_text: 'x' });
    await memory.run({ command: 'create', path: '/memories/logs/a.md', file_text: 'x' });
    expect(await textAt(storage, 'MEMORY.md')).toBe(
      '# Mine\n\n- [Old](old.md) — by hand\n- [Deploys](deploys.md) — On Tuesdays\n',
    );
    await memory.run({
      command: 'rename',
      old_path: '/memories/deploys.md',
      new_path: '/memories/ops/deploys.md',
    });
    await memory.run({ command: 'delete', path: '/memories/old.md' });
    expect(await textAt(storage, 'MEMORY.md')).toBe(
      '# Mine\n\n- [Deploys](ops/deploys.md) — On Tuesdays\n',
    );
    expect((await createMemoryStore(storage).check()).index).toMatchObject({
      dangling: [],
      unindexed: [],
    });
  });

  test('where there is none, none is made', async () => {
    const storage = open();
    const memory = createMemoryTool(storage);
    await memory.run({ command: 'create', path: '/memories/a.md', file_text: 'x' });
    await memory.run({ command: 'rename', old_path: '/memories/a.md', new_path: '/memories/b.md' });
    expect(await allFiles(storage)).toEqual({ 'b.md': 'x' });
  });

  test('the index itself is a file like any other', async () => {
    const storage = open();
    const memory = createMemoryTool(storage);
    await memory.run({ command: 'create', path: '/memories/MEMORY.md', file_text: '# Index\n' });
    await memory.run({ command: 'delete', path: '/memories/MEMORY.md' });
    expect(await allFiles(storage)).toEqual({});
  });

  test('each command is one change that can be taken back', async () => {
    const storage = open();
    await put(storage, 'MEMORY.md', '- [a](d/a.md)\n- [b](d/b.md)\n');
    await put(storage, 'd/a.md', 'a');
    await put(storage, 'd/b.md', 'b');
    const before = await allFiles(storage);
    await storage.checkpoint?.({ message: 'begin', paths: Object.keys(before) as StoragePath[] });
    const store = createMemoryStore(storage);
    const memory = createMemoryTool(storage);
    for (const [command, message] of [
      [{ command: 'delete', path: '/memories/d' }, 'delete d'],
      [{ command: 'rename', old_path: '/memories/d', new_path: '/memories/e' }, 'rename d to e'],
      [
        { command: 'insert', path: '/memories/d/a.md', insert_line: 0, insert_text: 'x' },
        'insert into d/a.md',
      ],
      [
        { command: 'str_replace', path: '/memories/d/a.md', old_str: 'a', new_str: 'x' },
        'edit d/a.md',
      ],
      [{ command: 'create', path: '/memories/d/c.md', file_text: 'x' }, 'create d/c.md'],
    ] as const) {
      expect(await memory.run(command)).not.toHaveProperty('is_error');
      expect((await store.undo()).undone).toBe(message);
      expect(await allFiles(storage)).toEqual(before);
    }
  });

  test('what the tool changes is not told as a change of others', async () => {
    const storage = open();
    const store = createMemoryStore(storage);
    await store.changedOutside({ accept: true });
    const memory = createMemoryTool(storage);
    await memory.run({ command: 'create', path: '/memories/a.md', file_text: 'x' });
    expect((await store.changedOutside()).changes).toEqual([]);
    await put(storage, 'planted.md', 'y');
    expect(await store.changedOutside()).toMatchObject({ changes: [{ path: 'planted.md' }] });
  });
});

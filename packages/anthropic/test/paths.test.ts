import { describe, expect, test } from 'vitest';
import { createMemoryTool } from '../src/index.js';
import { allFiles, put, storages } from './open-storages.js';

const outside = [
  '/memories_backup',
  '/memories_backup/a.md',
  '/memoriesx',
  'memories/a.md',
  '/etc/passwd',
  '/',
  '',
  '/memories/..',
  '/memories/../a.md',
  '/memories/a/../../b.md',
  '/memories/./a.md',
  '/memories//a.md',
  '/memories/a//b.md',
  '/memories/..\\a.md',
  '/memories/%2e%2e/a.md',
  '/memories/%2E%2E%2Fa.md',
  '/memories/a%5cb.md',
  '/memories/a\0.md',
  '/memories/a\n.md',
  '/memories/C:/a.md',
  '/memories/.mem/journal/a.json',
  '/memories/.mem',
  '/memories/.hidden.md',
  '/memories/folder/.git/config',
  `/memories/${'x'.repeat(300)}.md`,
];

describe.each(storages)('paths on %s', (_, open) => {
  test.each(outside)('%j is refused by every command, and nothing is touched', async (path) => {
    const storage = open();
    await put(storage, 'a.md', 'text');
    await put(storage, '.mem/journal/a.json', '{}');
    const memory = createMemoryTool(storage);
    const commands = [
      { command: 'view', path },
      { command: 'create', path, file_text: 'x' },
      { command: 'str_replace', path, old_str: 'text', new_str: 'x' },
      { command: 'insert', path, insert_line: 0, insert_text: 'x' },
      { command: 'delete', path },
      { command: 'rename', old_path: path, new_path: '/memories/new.md' },
      { command: 'rename', old_path: '/memories/a.md', new_path: path },
    ];
    for (const command of commands) {
      const { content, is_error } = await memory.run(command);
      expect(is_error, JSON.stringify(command)).toBe(true);
      expect(content).toMatch(/^Error: [^\0\n]+$/);
    }
    expect(await allFiles(storage)).toEqual({ 'a.md': 'text' });
    expect(await storage.read('.mem/journal/a.json' as never)).toBeDefined();
  });

  test('our own files are not shown', async () => {
    const storage = open();
    await put(storage, '.mem/pending/a.json', '{}');
    const memory = createMemoryTool(storage);
    const { content } = await memory.run({ command: 'view', path: '/memories' });
    expect(String(content).split('\n').slice(1)).toEqual(['0B\t/memories']);
  });

  test('names of any script are names', async () => {
    const memory = createMemoryTool(open());
    for (const path of ['/memories/用户偏好.md', '/memories/a b/Grüße, déjà vu.txt']) {
      expect(await memory.run({ command: 'create', path, file_text: 'x' })).toEqual({
        content: `File created successfully at: ${path}`,
      });
      expect((await memory.run({ command: 'view', path })).content).toContain('     1\tx');
    }
  });
});

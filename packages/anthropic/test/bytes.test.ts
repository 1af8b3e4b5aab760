import { describe, expect, test } from 'vitest';
import { createMemoryTool } from '../src/index.js';
import { put, storages, textAt } from './open-storages.js';

const bom = '\ufeff';

describe.each(storages)('bytes on %s', (_, open) => {
  test('a file with CRLF is shown without, matched without, and written with', async () => {
    const storage = open();
    const memory = createMemoryTool(storage);
    await put(storage, 'a.txt', `${bom}one\r\ntwo\r\nthree\r\n`);
    expect((await memory.run({ command: 'view', path: '/memories/a.txt' })).content).toBe(
      "Here's the content of /memories/a.txt with line numbers:\n     1\tone\n     2\ttwo\n     3\tthree",
    );
    await memory.run({
      command: 'str_replace',
      path: '/memories/a.txt',
      old_str: 'one\ntwo',
      new_str: 'ONE\nand\nTWO',
    });
    expect(await textAt(storage, 'a.txt')).toBe(`${bom}ONE\r\nand\r\nTWO\r\nthree\r\n`);
    await memory.run({
      command: 'insert',
      path: '/memories/a.txt',
      insert_line: 3,
      insert_text: 'x\ny\n',
    });
    expect(await textAt(storage, 'a.txt')).toBe(`${bom}ONE\r\nand\r\nTWO\r\nx\r\ny\r\nthree\r\n`);
  });

  test('line ends of other lines stay as they are', async () => {
    const storage = open();
    const memory = createMemoryTool(storage);
    await put(storage, 'mixed.txt', 'a\r\nb\nc\r\nd');
    await memory.run({
      command: 'str_replace',
      path: '/memories/mixed.txt',
      old_str: 'c',
      new_str: 'C',
    });
    expect(await textAt(storage, 'mixed.txt')).toBe('a\r\nb\nC\r\nd');
  });

  test('a picture or another file that is not UTF-8 is neither shown nor edited', async () => {
    const storage = open();
    const memory = createMemoryTool(storage);
    const bytes = Uint8Array.of(0x61, 0xff, 0xfe, 0x0a);
    await put(storage, 'a.bin', bytes);
    const path = '/memories/a.bin';
    for (const command of [
      { command: 'view', path },
      { command: 'str_replace', path, old_str: 'a', new_str: 'b' },
      { command: 'insert', path, insert_line: 0, insert_text: 'b' },
    ]) {
      expect(await memory.run(command)).toEqual({
        content:
          'Error: /memories/a.bin is not a text file (its bytes are not UTF-8), so it was left as it is',
        is_error: true,
      });
    }
    await memory.run({ command: 'rename', old_path: path, new_path: '/memories/b.bin' });
    expect((await storage.read('b.bin' as never))?.bytes).toEqual(bytes);
  });

  test('a file is created as it is given', async () => {
    const storage = open();
    const memory = createMemoryTool(storage);
    for (const file_text of ['', '\n', `${bom}x`, 'a\r\nb', 'no end', '\u2028\u0000']) {
      await memory.run({ command: 'create', path: '/memories/a.txt', file_text });
      expect(await textAt(storage, 'a.txt')).toBe(file_text);
      await memory.run({ command: 'delete', path: '/memories/a.txt' });
    }
  });

  test('a text that is made to take long does not', async () => {
    const storage = open();
    const memory = createMemoryTool(storage, { maxFileBytes: 2 ** 24 });
    await put(storage, 'a.txt', 'a'.repeat(1_000_000));
    const started = performance.now();
    for (const old_str of [`b${'a'.repeat(400_000)}`, 'a', 'a'.repeat(500_000)]) {
      const { content } = await memory.run({
        command: 'str_replace',
        path: '/memories/a.txt',
        old_str,
        new_str: '',
      });
      expect(String(content).length).toBeLessThan(2_000);
    }
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

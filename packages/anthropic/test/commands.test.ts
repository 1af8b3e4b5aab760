import type { Storage } from '@mem/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryTool, type MemoryTool } from '../src/index.js';
import { allFiles, put, storages, textAt } from './open-storages.js';

describe.each(storages)('the documented commands on %s', (_, open) => {
  let storage: Storage;
  let memory: MemoryTool;
  beforeEach(() => {
    storage = open();
    memory = createMemoryTool(storage);
  });

  async function answer(input: Record<string, unknown>): Promise<unknown> {
    const { content, is_error } = await memory.run(input);
    expect(is_error, String(content)).toBeUndefined();
    return content;
  }
  async function refusal(input: Record<string, unknown>): Promise<unknown> {
    const before = await allFiles(storage);
    const { content, is_error } = await memory.run(input);
    expect(is_error, String(content)).toBe(true);
    expect(await allFiles(storage)).toEqual(before);
    return content;
  }

  describe('view', () => {
    test('an empty memory is no error', async () => {
      for (const path of ['/memories', '/memories/']) {
        expect(await answer({ command: 'view', path })).toBe(
          "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n0B\t/memories",
        );
      }
    });

    test('two levels of a folder, with sizes', async () => {
      await put(storage, 'b.txt', 'x'.repeat(1536));
      await put(storage, 'a/inner.md', 'y'.repeat(512));
      await put(storage, 'a/deep/deeper/unseen.md', 'z'.repeat(2048));
      await put(storage, 'node_modules/unseen.js', 'no');
      await put(storage, 'Z.md', '');
      await put(storage, 'a/node_modules/unseen.js', 'no');
      expect(await answer({ command: 'view', path: '/memories' })).toBe(
        [
          "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:",
          '4K\t/memories',
          '0B\t/memories/Z.md',
          '2.5K\t/memories/a/',
          '2K\t/memories/a/deep/',
          '512B\t/memories/a/inner.md',
          '1.5K\t/memories/b.txt',
        ].join('\n'),
      );
      expect(await answer({ command: 'view', path: '/memories/a/deep' })).toBe(
        [
          "Here're the files and directories up to 2 levels deep in /memories/a/deep, excluding hidden items and node_modules:",
          '2K\t/memories/a/deep',
          '2K\t/memories/a/deep/deeper/',
          '2K\t/memories/a/deep/deeper/unseen.md',
        ].join('\n'),
      );
    });

    test('a listing that is too long says what it leaves out', async () => {
      for (let at = 0; at < 30; at++) await put(storage, `note-${at + 10}.md`, 'x');
      const small = createMemoryTool(storage, { maxViewChars: 100 });
      const { content } = await small.run({ command: 'view', path: '/memories' });
      expect(String(content).split('\n').slice(2)).toEqual([
        '1B\t/memories/note-10.md',
        '1B\t/memories/note-11.md',
        '1B\t/memories/note-12.md',
        '1B\t/memories/note-13.md',
        '(… and 26 more; view a folder for what is in it.)',
      ]);
    });

    test('a file with numbered lines', async () => {
      await put(storage, 'notes.txt', 'Hello World\nThis is line two\n\n\ttab\n');
      expect(await answer({ command: 'view', path: '/memories/notes.txt' })).toBe(
        "Here's the content of /memories/notes.txt with line numbers:\n     1\tHello World\n     2\tThis is line two\n     3\t\n     4\t\ttab",
      );
    });

    test('a range of lines', async () => {
      await put(storage, 'n.txt', 'l1\nl2\nl3\nl4');
      const lines = async (view_range: unknown) =>
        String(await answer({ command: 'view', path: '/memories/n.txt', view_range }))
          .split('\n')
          .slice(1);
      expect(await lines([2, 3])).toEqual(['     2\tl2', '     3\tl3']);
      expect(await lines([3, -1])).toEqual(['     3\tl3', '     4\tl4']);
      expect(await lines([4, 99])).toEqual(['     4\tl4']);
      expect(await lines(null)).toHaveLength(4);
    });

    test.each([[[0, 2]], [[5, 6]], [[3, 2]], [[2, -2]]])(
      'the range %j is refused with what it may be',
      async (view_range) => {
        await put(storage, 'n.txt', 'l1\nl2\nl3\nl4');
        expect(await refusal({ command: 'view', path: '/memories/n.txt', view_range })).toBe(
          `Error: Invalid \`view_range\` parameter: [${view_range.join(', ')}]. The first line must be within the range of lines of the file: [1, 4], and the last one must be -1 or not before it`,
        );
      },
    );

    test('a long file is cut, and says where it goes on', async () => {
      await put(storage, 'long.txt', 'word '.repeat(20).concat('\n').repeat(1_000));
      const first = String(await answer({ command: 'view', path: '/memories/long.txt' }));
      expect(first.length).toBeLessThan(16_200);
      const [, next] = /view_range \[(\d+), -1\] shows what follows/.exec(first) ?? [];
      const rest = await answer({
        command: 'view',
        path: '/memories/long.txt',
        view_range: [Number(next), -1],
      });
      expect(String(rest).split('\n')[1]).toBe(
        `${String(next).padStart(6)}\t${'word '.repeat(20)}`,
      );
      expect(first).toContain(`\n${String(Number(next) - 1).padStart(6)}\t`);
    });

    test('a line that is too long alone is cut, no character parted', async () => {
      await put(storage, 'line.txt', `${'x'.repeat(15_999)}😀\nnext\n`);
      const shown = String(await answer({ command: 'view', path: '/memories/line.txt' }));
      expect(shown.isWellFormed()).toBe(true);
      expect(shown.split('\n').slice(2)).toEqual([
        '(Line 1 is longer than can be shown and was cut.)',
        '(Cut after line 1 of 2: view_range [2, -1] shows what follows.)',
      ]);
    });

    test('an empty file', async () => {
      await put(storage, 'empty.txt', '');
      expect(await answer({ command: 'view', path: '/memories/empty.txt' })).toBe(
        "Here's the content of /memories/empty.txt with line numbers:\n(empty file)",
      );
    });

    test('more lines than can be numbered', async () => {
      await put(storage, 'huge.txt', 'x\n'.repeat(1_000_000));
      expect(await refusal({ command: 'view', path: '/memories/huge.txt' })).toBe(
        'File /memories/huge.txt exceeds maximum line limit of 999,999 lines.',
      );
      await put(storage, 'huge.txt', 'x\n'.repeat(999_999));
      await answer({ command: 'view', path: '/memories/huge.txt', view_range: [999_999, -1] });
    });

    test('a picture', async () => {
      const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff);
      await put(storage, 'p.PNG', png);
      expect(await answer({ command: 'view', path: '/memories/p.PNG' })).toEqual([
        {
          type: 'image',
          source: {
            type: 'base64',
            media_type: 'image/png',
            data: Buffer.from(png).toString('base64'),
          },
        },
      ]);
      await put(storage, 'no-picture.png', 'words');
      expect(await answer({ command: 'view', path: '/memories/no-picture.png' })).toContain(
        '     1\twords',
      );
    });

    test('what is not there', async () => {
      expect(await refusal({ command: 'view', path: '/memories/nope.txt' })).toBe(
        'The path /memories/nope.txt does not exist. Please provide a valid path.',
      );
    });
  });

  describe('create', () => {
    test('a new file, below folders that need not be there', async () => {
      const path = '/memories/a/b/notes.md';
      expect(await answer({ command: 'create', path, file_text: 'Meeting:\n- x\n' })).toBe(
        'File created successfully at: /memories/a/b/notes.md',
      );
      expect(await textAt(storage, 'a/b/notes.md')).toBe('Meeting:\n- x\n');
    });

    test('never over a file, not even with the same text', async () => {
      await put(storage, 'a.md', 'old');
      for (const file_text of ['new', 'old']) {
        expect(await refusal({ command: 'create', path: '/memories/a.md', file_text })).toBe(
          'Error: File /memories/a.md already exists',
        );
      }
    });

    test('not where a folder is, nor below a file', async () => {
      await put(storage, 'folder/a.md', 'x');
      const at = (path: string) => refusal({ command: 'create', path, file_text: 'x' });
      expect(await at('/memories/folder')).toMatch(/already exists and is a directory/);
      expect(await at('/memories/folder/')).toMatch(/is a directory/);
      expect(await at('/memories')).toMatch(/is a directory/);
      expect(await at('/memories/folder/a.md/b.md')).toBe(
        'Error: /memories/folder/a.md is a file, so nothing can be put below it',
      );
    });

    test('not larger than a file may be', async () => {
      const file_text = 'ü'.repeat(600_000);
      expect(await refusal({ command: 'create', path: '/memories/a.md', file_text })).toMatch(
        /^Error: \/memories\/a\.md would be 1\.1M and a file may have at most 1M\. Nothing was/,
      );
    });
  });

  describe('str_replace', () => {
    const path = '/memories/p.txt';
    const replace = (old_str: string, new_str?: string) => ({
      command: 'str_replace',
      path,
      old_str,
      ...(new_str !== undefined && { new_str }),
    });

    test('one place, shown with the lines around it', async () => {
      await put(storage, 'p.txt', 'one\ntwo\nFavorite color: blue\nfour\nfive\nsix\n');
      expect(await answer(replace('color: blue', 'color: green'))).toBe(
        'The memory file has been edited. The lines around the change:\n     1\tone\n     2\ttwo\n     3\tFavorite color: green\n     4\tfour\n     5\tfive',
      );
      expect(await textAt(storage, 'p.txt')).toBe(
        'one\ntwo\nFavorite color: green\nfour\nfive\nsix\n',
      );
    });

    test('a text of several lines', async () => {
      await put(storage, 'p.txt', 'a\nb\nc\nd\n');
      expect(await answer(replace('b\nc', 'B\nB2\nC'))).toContain('     4\tC');
      expect(await textAt(storage, 'p.txt')).toBe('a\nB\nB2\nC\nd\n');
    });

    test('without new_str the text goes', async () => {
      await put(storage, 'p.txt', 'keep, drop, keep');
      await answer(replace(', drop'));
      expect(await textAt(storage, 'p.txt')).toBe('keep, keep');
      await answer({ ...replace('keep, '), new_str: null });
      expect(await textAt(storage, 'p.txt')).toBe('keep');
    });

    test('signs of a replacement are no pattern', async () => {
      await put(storage, 'p.txt', 'price');
      await answer(replace('price', "$& $' $` $1"));
      expect(await textAt(storage, 'p.txt')).toBe("$& $' $` $1");
    });

    test('what does not stand there', async () => {
      await put(storage, 'p.txt', 'text');
      expect(await refusal(replace('texts', 'x'))).toBe(
        'No replacement was performed, old_str `texts` did not appear verbatim in /memories/p.txt.',
      );
    });

    test.each([
      ['on two lines', 'x=1\ny\nx=2', 'x=', '1, 3'],
      ['twice on one line', 'a b a', 'a', '1, 1'],
      ['overlapping', 'xaaax', 'aa', '1, 1'],
      ['over several lines', 'a\nb\na\nb\n', 'a\nb', '1, 3'],
    ])('more than one place: %s', async (_, text, old_str, lines) => {
      await put(storage, 'p.txt', text);
      expect(await refusal(replace(old_str, 'z'))).toBe(
        `No replacement was performed. Multiple occurrences of old_str \`${old_str}\` in lines: ${lines}. Please ensure it is unique`,
      );
    });

    test('no file, a folder, and the memory itself', async () => {
      await put(storage, 'folder/a.md', 'x');
      for (const absent of ['/memories/no.txt', '/memories/folder', '/memories']) {
        expect(await refusal({ ...replace('x', 'y'), path: absent })).toBe(
          `Error: The path ${absent} does not exist. Please provide a valid path.`,
        );
      }
    });
  });

  describe('insert', () => {
    const insert = (insert_line: number, insert_text: string, path = '/memories/t.txt') => ({
      command: 'insert',
      path,
      insert_line,
      insert_text,
    });

    test.each([
      ['at the beginning', 'a\nb\n', 0, 'x\n', 'x\na\nb\n'],
      ['in the middle', 'a\nb\n', 1, 'x\n', 'a\nx\nb\n'],
      ['at the end', 'a\nb\n', 2, 'x\n', 'a\nb\nx\n'],
      ['behind a last line without an end', 'a\nb', 2, 'x\n', 'a\nb\nx'],
      ['several lines', 'a\nb\n', 1, 'x\ny', 'a\nx\ny\nb\n'],
      ['a blank line', 'a\nb\n', 1, '\n', 'a\n\nb\n'],
      ['into an empty file', '', 0, 'x\n', 'x\n'],
    ])('%s', async (_, text, line, added, expected) => {
      await put(storage, 't.txt', text);
      expect(await answer(insert(line, added))).toBe('The file /memories/t.txt has been edited.');
      expect(await textAt(storage, 't.txt')).toBe(expected);
    });

    test.each([
      [-1, 'a\nb\n', 2],
      [3, 'a\nb\n', 2],
      [3, 'a\nb', 2],
      [1, '', 0],
    ])('line %i is refused with what it may be', async (line, text, last) => {
      await put(storage, 't.txt', text);
      expect(await refusal(insert(line, 'x'))).toBe(
        `Error: Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${last}]`,
      );
    });

    test('no file, a folder, and the memory itself', async () => {
      await put(storage, 'folder/a.md', 'x');
      for (const absent of ['/memories/no.txt', '/memories/folder', '/memories']) {
        expect(await refusal(insert(0, 'x', absent))).toBe(
          `Error: The path ${absent} does not exist`,
        );
      }
    });
  });

  describe('delete', () => {
    test('a file', async () => {
      await put(storage, 'a.txt', 'x');
      expect(await answer({ command: 'delete', path: '/memories/a.txt' })).toBe(
        'Successfully deleted /memories/a.txt',
      );
      expect(await allFiles(storage)).toEqual({});
    });

    test('a folder with all that is in it, and nothing beside it', async () => {
      for (const path of ['d/a.txt', 'd/e/f/b.bin', 'dd/c.txt', 'd.txt']) {
        await put(storage, path, 'x');
      }
      expect(await answer({ command: 'delete', path: '/memories/d/' })).toBe(
        'Successfully deleted /memories/d',
      );
      expect(Object.keys(await allFiles(storage)).sort()).toEqual(['d.txt', 'dd/c.txt']);
    });

    test('what is not there, and the memory itself', async () => {
      await put(storage, 'a.txt', 'x');
      expect(await refusal({ command: 'delete', path: '/memories/b.txt' })).toBe(
        'Error: The path /memories/b.txt does not exist',
      );
      for (const path of ['/memories', '/memories/']) {
        expect(await refusal({ command: 'delete', path })).toBe(
          'Error: Cannot delete the /memories directory itself',
        );
      }
    });
  });

  describe('rename', () => {
    const rename = (old_path: string, new_path: string) => ({
      command: 'rename',
      old_path,
      new_path,
    });

    test('a file, into a folder that is not there', async () => {
      await put(storage, 'draft.txt', 'text');
      expect(await answer(rename('/memories/draft.txt', '/memories/x/final.txt'))).toBe(
        'Successfully renamed /memories/draft.txt to /memories/x/final.txt',
      );
      expect(await allFiles(storage)).toEqual({ 'x/final.txt': 'text' });
    });

    test('a folder', async () => {
      await put(storage, 'd/a.txt', '1');
      await put(storage, 'd/e/b.txt', '2');
      await put(storage, 'dd.txt', '3');
      expect(await answer(rename('/memories/d', '/memories/n/m'))).toBe(
        'Successfully renamed /memories/d to /memories/n/m',
      );
      expect(await allFiles(storage)).toEqual({
        'n/m/a.txt': '1',
        'n/m/e/b.txt': '2',
        'dd.txt': '3',
      });
    });

    test('never over anything', async () => {
      await put(storage, 'a.txt', 'same');
      await put(storage, 'b.txt', 'same');
      await put(storage, 'd/c.txt', 'x');
      for (const taken of ['/memories/b.txt', '/memories/d', '/memories/a.txt', '/memories']) {
        expect(await refusal(rename('/memories/a.txt', taken))).toBe(
          `Error: The destination ${taken} already exists`,
        );
      }
      expect(await refusal(rename('/memories/d', '/memories/a.txt'))).toBe(
        'Error: The destination /memories/a.txt already exists',
      );
    });

    test('what is not there, the memory itself, below a file, into itself', async () => {
      await put(storage, 'a.txt', 'x');
      await put(storage, 'd/c.txt', 'x');
      expect(await refusal(rename('/memories/n.txt', '/memories/m.txt'))).toBe(
        'Error: The path /memories/n.txt does not exist',
      );
      expect(await refusal(rename('/memories', '/memories/m'))).toBe(
        'Error: Cannot rename the /memories directory itself',
      );
      expect(await refusal(rename('/memories/d', '/memories/a.txt/d'))).toMatch(/is a file/);
      expect(await refusal(rename('/memories/d', '/memories/d/e'))).toMatch(/into itself/);
    });
  });

  test.each([
    ['nothing at all', undefined],
    ['a text', 'view'],
    ['no command', {}],
    ['a command that is none', { command: 'undo_edit' }],
    ['a name that every object has', { command: 'constructor', path: '/memories' }],
    ['no path', { command: 'view' }],
    ['a path that is no text', { command: 'view', path: ['/memories'] }],
    ['half a range', { command: 'view', path: '/memories', view_range: [1] }],
    ['a range of texts', { command: 'view', path: '/memories', view_range: ['1', '2'] }],
    ['no text', { command: 'create', path: '/memories/a.md' }],
    ['half a character', { command: 'create', path: '/memories/a.md', file_text: '\ud800' }],
    ['an empty old_str', { command: 'str_replace', path: '/memories/a', old_str: '' }],
    ['a line in words', { command: 'insert', path: '/memories/a', insert_line: 'one' }],
    ['a number of no line', { command: 'insert', path: '/memories/a', insert_line: 1.5 }],
  ])('a call with %s is answered with what is wrong', async (_, input) => {
    const { content, is_error } = await memory.run(input);
    expect(is_error).toBe(true);
    expect(content).toMatch(/^Error: (The parameter `\w+` |Unknown command )/);
    expect(await allFiles(storage)).toEqual({});
  });
});

import { describe, expect, test } from 'vitest';
import { mem } from '../support/mem.js';
import { openCase, openWith } from '../support/open-directory.js';

const input = { description: 'd', type: 'project', body: 'b' } as const;

describe('anthropics/claude-code#58736: two conversations each added an entry, and one index line vanished', () => {
  test('two programs with 25 saves each leave 50 files and 50 new lines', async () => {
    const open = openCase('h14-index-with-sections-and-prose');
    const [lines, files] = [open.indexLines(), open.files()];
    const save25 = async (who: string) => {
      for (let at = 0; at < 25; at++) {
        const name = `${who}-${at}`;
        const options = ['--description=d', '--type=project', '--body=b'];
        const answer = await mem(['save', '--dir', open.directory, ...options, '--', name]);
        expect(answer.exitCode, answer.stderr).toBe(0);
      }
    };
    await Promise.all([save25('one'), save25('two')]);
    expect(open.files().length).toBe(files.length + 50);
    const after = open.indexLines();
    expect(after.length).toBe(lines.length + 50);
    expect(lines.filter((line) => !after.includes(line))).toEqual([]);
    for (const path of open.files().filter((path) => !files.includes(path))) {
      expect(after.filter((line) => line.includes(`(${path})`)).length).toBe(1);
    }
  });
});

describe('modelcontextprotocol/servers#1819: tool calls made at once corrupted the store', () => {
  test('20 saves that nobody waits for are 20 files and 20 lines', async () => {
    const { store, files, indexLines } = openWith({});
    const names = Array.from({ length: 20 }, (_, at) => `note-${at}`);
    await Promise.all(names.map((name) => store.save({ ...input, name })));
    expect(files().length).toBe(21);
    expect(indexLines().filter((line) => line.startsWith('- [note-')).length).toBe(20);
    expect((await store.check()).problems).toEqual([]);
  });
});

describe('unjs/unstorage#775: the keys `foo` and `foo/bar` could not both be', () => {
  test('both are readable, from files directly in the directory', async () => {
    const { store, files } = openWith({});
    await store.save({ ...input, name: 'foo', body: 'one' });
    await store.save({ ...input, name: 'foo/bar', body: 'two' });
    expect((await store.get('foo')).body.trim()).toBe('one');
    expect((await store.get('foo/bar')).body.trim()).toBe('two');
    expect(files().filter((path) => path.includes('/'))).toEqual([]);
  });
});

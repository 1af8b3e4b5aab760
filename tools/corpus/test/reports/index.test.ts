import { readFileSync } from 'node:fs';
import { createMemoryStore, type Storage } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { describe, expect, test } from 'vitest';
import { attempt, openCase, openWith } from '../support/open-directory.js';

const input = { description: 'the newest', type: 'feedback', body: 'b' } as const;

function indexOf(count: number, hook: string): string {
  return Array.from({ length: count }, (_, at) => `- [Note ${at}](note_${at}.md) — ${hook}\n`).join(
    '',
  );
}

describe('anthropics/claude-code#39811: past 200 lines an entry was written, never loaded, and nobody said so', () => {
  test('the answer to the save itself warns, and nothing is dropped', async () => {
    const { store, read } = openCase('h19-index-over-200-lines');
    const before = read('MEMORY.md').split('\n');
    const { warnings } = await store.save({ ...input, name: 'one more' });
    expect(warnings.map(({ kind }) => kind)).toContain('index-over-lines');
    expect(before.filter((line) => !read('MEMORY.md').split('\n').includes(line))).toEqual([]);
  });
});

/** What the manual of the command line says, on one line. */
const manual = readFileSync(new URL('../../../../docs/cli.md', import.meta.url), 'utf8').replace(
  /\s+/g,
  ' ',
);

describe('anthropics/claude-code#57574: the cap of about 25 KB cut the tail, where the newest rules were', () => {
  test('a save into 120 long lines and a check of them warn of the bytes', async () => {
    const open = openWith({ 'MEMORY.md': indexOf(120, 'w'.repeat(220)) });
    expect(open.bytes('MEMORY.md').length).toBeGreaterThan(25_000);
    const { warnings } = await open.store.save({ ...input, name: 'one more' });
    expect(warnings.map(({ kind }) => kind)).toContain('index-over-bytes');
    const { problems } = await open.store.check();
    expect(problems.map(({ kind }) => kind)).toContain('index-over-bytes');
    expect(problems.map(({ kind }) => kind)).not.toContain('index-over-lines');
  });
});

test('the manual says where new lines go', () => {
  expect(manual).toContain('A new memory gets one line in `MEMORY.md`: in the section and list');
});

describe('Gitlawb/openclaude PR#1918: the byte cap was counted in UTF-16 units, so Chinese passed three times over it', () => {
  const kindsFor = async (index: string) => {
    const { problems } = await openWith({ 'MEMORY.md': index }).store.check();
    return problems.map(({ kind }) => kind);
  };

  test('24,000 Chinese characters are over', async () => {
    const line = `${'规'.repeat(240)}\n`;
    expect(await kindsFor(line.repeat(100))).toContain('index-over-bytes');
  });

  test('24,000 bytes of ASCII are not', async () => {
    const line = `${'r'.repeat(239)}\n`;
    expect(await kindsFor(line.repeat(100))).not.toContain('index-over-bytes');
  });
});

describe('anthropics/claude-code#41671: memories written straight into MEMORY.md were missed by tools that read files', () => {
  const index = '# Memory\n\nThe build host reboots on Sundays.\n\n- Never push on Fridays.\n';

  test('a save and a rebuild keep the text', async () => {
    const { store, read } = openWith({ 'MEMORY.md': index });
    await store.save({ ...input, name: 'a file' });
    await store.reindex();
    for (const line of index.split('\n')) expect(read('MEMORY.md').split('\n')).toContain(line);
  });

  test('search leaves the index out, and the manual says so', async () => {
    const { store } = openWith({ 'MEMORY.md': index });
    expect((await store.search('reboots')).hits).toEqual([]);
    expect(manual).toContain('Text that stands only in `MEMORY.md`');
    expect(manual).toContain('a search does not cover it');
  });
});

describe('anthropics/claude-code#26757: the index pointed to files that were never written', () => {
  test('a file that cannot be written leaves no line', async () => {
    const open = openWith({ 'MEMORY.md': '# Memory\n' });
    const store = createMemoryStore(withoutFiles(createDirectoryStorage(open.directory)));
    const result = await attempt(store.save({ ...input, name: 'never written' }));
    expect(result.ok).toBe(false);
    expect(open.read('MEMORY.md')).toBe('# Memory\n');
    await store.close();
  });

  test('a check lists links to nothing', async () => {
    const { store } = openWith({ 'MEMORY.md': '- [Gone](gone.md) — where is it\n' });
    const { index, problems } = await store.check();
    expect(index.dangling).toEqual(['gone.md']);
    expect(problems.map(({ kind }) => kind)).toContain('index-dangling');
  });

  /** A disk that takes the index and no memory. */
  function withoutFiles(storage: Storage): Storage {
    return {
      read: (path) => storage.read(path),
      list: (prefix) => storage.list(prefix),
      remove: (path, options) => storage.remove(path, options),
      write: (path, bytes, options) => {
        if (path !== 'MEMORY.md' && path.endsWith('.md')) {
          return Promise.reject(Object.assign(new Error('disk full'), { code: 'ENOSPC' }));
        }
        return storage.write(path, bytes, options);
      },
      close: async () => storage.close?.(),
    };
  }
});

describe('anthropics/claude-code#24474: files were made and never indexed', () => {
  test('a check lists them, and list and search find them', async () => {
    const { store } = openWith({
      'MEMORY.md': '# Memory\n',
      'lost.md': '---\nname: lost\ndescription: an orphan\ntype: user\n---\n\nStill here.\n',
    });
    expect((await store.check()).index.unindexed).toEqual(['lost.md']);
    expect((await store.list()).entries.map(({ path }) => path)).toEqual(['lost.md']);
    expect((await store.search('still')).hits.map(({ path }) => path)).toEqual(['lost.md']);
  });
});

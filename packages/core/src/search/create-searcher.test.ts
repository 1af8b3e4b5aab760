import { describe, expect, it } from 'vitest';
import { readingStorage, scannableStorage } from '../../test/search/search-fixture.js';
import { StorageError } from '../errors.js';
import type { Storage, StoragePath } from '../storage.js';
import { createSearcher } from './create-searcher.js';
import type { EntryFacts } from './search-filter.js';

function entry(name: string, description: string, body: string, rest = ''): string {
  return `---\nname: ${name}\ndescription: ${description}\n${rest}---\n\n${body}\n`;
}

function sample(): Map<string, string> {
  return new Map([
    [
      'deploy.md',
      entry(
        'Deploy window',
        'We deploy on Tuesday',
        'Never on Friday evening.',
        'type: project\ntags: ops, release\n',
      ),
    ],
    [
      'zh.md',
      entry('发布窗口', '生产环境每周二发布', '周五晚上不要发布，找不到猫。', 'type: project\n'),
    ],
    [
      'style.md',
      entry(
        'Code style',
        'Prefers `createMemoryStore` over classes',
        'See #155 and src/search/index.ts.\nUse --dry-run first.',
        'type: feedback\nmodified: 2026-01-02\n',
      ),
    ],
    ['notes.md', 'No header, only a note about Müller and straße.'],
  ]);
}

async function pathsOf(query: string, options = {}): Promise<string[]> {
  const searcher = createSearcher(readingStorage(sample()));
  const first = await searcher.search(query, options);
  const second = await searcher.search(query, options);
  expect(second).toEqual(first);
  return first.hits.map((hit) => hit.path);
}

describe('createSearcher', () => {
  it.each([
    ['deploy', ['deploy.md']],
    ['friday deployments', ['deploy.md']],
    ['发布', ['zh.md']],
    ['猫', ['zh.md']],
    ['createMemoryStore', ['style.md']],
    ['memory', ['style.md']],
    ['#155', ['style.md']],
    ['dry-run', ['style.md']],
    ['search/index.ts', ['style.md']],
    ['muller', ['notes.md']],
    ['STRASSE', ['notes.md']],
    ['ｄｅｐｌｏｙ', ['deploy.md']],
    ['zebra', []],
  ])('finds %s', async (query, paths) => {
    expect(await pathsOf(query)).toEqual(paths);
  });

  it('filters by type, tag and age', async () => {
    expect(await pathsOf('the friday', { type: 'Feedback' })).toEqual([]);
    expect(await pathsOf('friday', { tag: 'Release' })).toEqual(['deploy.md']);
    const since = { modifiedSince: new Date('2026-01-01') };
    expect(await pathsOf('style friday', since)).toEqual(['style.md']);
  });

  it('tells which words stand nowhere', async () => {
    const searcher = createSearcher(readingStorage(sample()));
    expect((await searcher.search('zebra deploy')).missing).toEqual(['zebra']);
  });

  it('explains a score', async () => {
    const searcher = createSearcher(readingStorage(sample()));
    const { hits } = await searcher.search('deploy friday', { explain: true });
    const sum = hits[0]!.explanation!.reduce((total, part) => total + part.score, 0);
    expect(sum).toBeCloseTo(hits[0]!.score, 10);
    expect(hits[0]!.snippet).toBe('Never on Friday evening.');
    expect(hits[0]!.marks).toEqual([{ start: 9, end: 15 }]);
  });

  it('sees what changes while it takes many files in', async () => {
    const files = new Map<string, string>();
    for (let at = 0; at < 200; at++) files.set(`n${at}.md`, entry(`n${at}`, 'same', 'before'));
    let scans = 0;
    const storage = scannableStorage(files, (path) => {
      // Another program: it changes and removes what was read just now, during the second scan.
      if (path === 'n0.md') scans++;
      if (scans !== 2) return;
      if (path === 'n5.md') files.set(path, entry('n5', 'same', 'after'));
      if (path === 'n6.md') files.delete(path);
      if (path === 'n7.md') files.set('n777.md', entry('n777', 'same', 'after'));
    });
    const searcher = createSearcher(storage);
    await searcher.search('before', { limit: 1000 });
    const { hits } = await searcher.search('after ', { limit: 1000 });
    expect(hits.map(({ path }) => path).sort()).toEqual(['n5.md', 'n777.md']);
    const { hits: others } = await searcher.search('before ', { limit: 1000 });
    expect(others.length).toBe(198);
    expect(scans).toBe(2);
  });

  it('reads again only what changed', async () => {
    const files = sample();
    const reads: string[] = [];
    const storage = readingStorage(files);
    const counting = {
      ...storage,
      read: (path: StoragePath) => {
        reads.push(path);
        return storage.read(path);
      },
    };
    const searcher = createSearcher(counting);
    await searcher.search('zebra');
    await searcher.search('zebra');
    reads.length = 0;
    files.set('notes.md', 'A zebra.');
    const { hits } = await searcher.search('zebra');
    expect(hits.map(({ path }) => path)).toEqual(['notes.md']);
    // Once for the index, once to show the hit.
    expect(reads).toEqual(['notes.md', 'notes.md']);
  });

  it('passes over files that cannot be read or are no text', async () => {
    const files = new Map<string, string | Uint8Array>([
      ['good.md', entry('good', 'fine', 'words here')],
      ['binary.md', new Uint8Array([0, 1, 2, 255, 254])],
      ['denied.md', 'words'],
      ['other.txt', 'words'],
      ['MEMORY.md', '- [words](good.md)'],
    ]);
    const storage = readingStorage(files);
    const read: Storage['read'] = (path) =>
      path === 'denied.md'
        ? Promise.reject(new StorageError('No.', { operation: 'read' }))
        : storage.read(path);
    const searcher = createSearcher({ ...storage, read });
    for (const mode of ['ranked', 'ranked', 'contains'] as const) {
      const { hits } = await searcher.search('words', { mode });
      expect(hits.map(({ path }) => path)).toEqual(['good.md']);
    }
  });

  it('leaves no trace of ignored entries', async () => {
    const searcher = createSearcher(readingStorage(sample()));
    const ignores = (facts: EntryFacts): boolean => facts.type === 'project';
    for (const mode of ['ranked', 'ranked', 'contains'] as const) {
      const result = await searcher.search('friday', { mode, ignores });
      expect(result.hits).toEqual([]);
      expect(result.missing).toEqual(mode === 'ranked' ? ['friday'] : []);
    }
  });

  it('answers many searches at once', async () => {
    const searcher = createSearcher(readingStorage(sample()));
    const results = await Promise.all(
      ['friday', '发布', 'style', 'friday'].map((query) => searcher.search(query)),
    );
    expect(results.map(({ hits }) => hits[0]?.path)).toEqual([
      'deploy.md',
      'zh.md',
      'style.md',
      'deploy.md',
    ]);
  });

  it('finds a word by each of its beginnings', async () => {
    const searcher = createSearcher(readingStorage(sample()));
    for (const word of ['tuesday', 'creatememorystore', '生产环境', 'müller', 'straße']) {
      for (let length = 2; length <= word.length; length++) {
        const { hits } = await searcher.search(word.slice(0, length));
        expect(hits.length, word.slice(0, length)).toBeGreaterThan(0);
      }
    }
  });

  it('has nothing to say to nothing', async () => {
    const searcher = createSearcher(readingStorage(sample()));
    for (const query of ['', '   ', '!?…', '—']) {
      expect(await searcher.search(query)).toEqual({ hits: [], missing: [] });
    }
  });

  it('shows the text as it is where folding makes it longer', async () => {
    const files = new Map([['a.md', 'Straße, İstanbul und MÜLLER am Freitag']]);
    const { hits } = await createSearcher(scannableStorage(files)).search('müller am', {
      mode: 'contains',
    });
    expect(hits[0]?.snippet).toContain('İstanbul und MÜLLER am Freitag');
  });

  it('goes on from a star', async () => {
    expect(await pathsOf('fri* tuesday')).toContain('deploy.md');
    expect(await pathsOf('"tues*"')).toContain('deploy.md');
  });

  it('contains', async () => {
    expect(await pathsOf('ON FRIDAY', { mode: 'contains' })).toEqual(['deploy.md']);
    expect(await pathsOf('窗口', { mode: 'contains' })).toEqual(['zh.md']);
  });
});

it('keeps an index from the first search on where it is told to, and reads only what changed after', async () => {
  const files = sample();
  let scans = 0;
  const storage = scannableStorage(files, () => {
    scans++;
  });
  let reads = 0;
  const counting: Storage = {
    ...storage,
    read: (path) => {
      reads++;
      return storage.read(path);
    },
  };
  const searcher = createSearcher(counting, { keepIndex: true });
  const first = await searcher.search('deploy');
  const [scansOfFirst, readsOfFirst] = [scans, reads];
  expect(first.hits.map(({ path }) => path)).toEqual(['deploy.md']);
  expect(await searcher.search('deploy')).toEqual(first);
  expect([scans, reads]).toEqual([scansOfFirst, readsOfFirst]);
  files.set('deploy.md', entry('Deploy window', 'We deploy on Monday', 'Always.'));
  const [hit] = (await searcher.search('deploy')).hits;
  expect(hit?.description).toBe('We deploy on Monday');
  expect(scans).toBe(scansOfFirst);
});

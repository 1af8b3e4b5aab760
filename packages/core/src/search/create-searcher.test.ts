import { describe, expect, it } from 'vitest';
import type { Storage, StoragePath, StoredFile } from '../storage.js';
import { createSearcher } from './create-searcher.js';

const encoder = new TextEncoder();

/** A storage in RAM without the capability to scan. */
function storageOf(files: Map<string, string>): Storage {
  const fileAt = (path: string): StoredFile | undefined => {
    const text = files.get(path);
    return text === undefined
      ? undefined
      : { bytes: encoder.encode(text), version: `v${text}`, modifiedAt: 0 };
  };
  return {
    read: async (path) => fileAt(path),
    async *list() {
      for (const path of files.keys()) {
        const { version, bytes } = fileAt(path)!;
        yield { path: path as StoragePath, version, size: bytes.length };
      }
    },
    write: () => Promise.reject(new Error('this storage is for reading')),
    remove: () => Promise.reject(new Error('this storage is for reading')),
  };
}

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
  const searcher = createSearcher(storageOf(sample()));
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
    const searcher = createSearcher(storageOf(sample()));
    expect((await searcher.search('zebra deploy')).missing).toEqual(['zebra']);
  });

  it('explains a score', async () => {
    const searcher = createSearcher(storageOf(sample()));
    const { hits } = await searcher.search('deploy friday', { explain: true });
    const sum = hits[0]!.explanation!.reduce((total, part) => total + part.score, 0);
    expect(sum).toBeCloseTo(hits[0]!.score, 10);
    expect(hits[0]!.snippet).toBe('Never on Friday evening.');
    expect(hits[0]!.marks).toEqual([{ start: 9, end: 15 }]);
  });

  it('contains', async () => {
    expect(await pathsOf('ON FRIDAY', { mode: 'contains' })).toEqual(['deploy.md']);
    expect(await pathsOf('窗口', { mode: 'contains' })).toEqual(['zh.md']);
  });
});

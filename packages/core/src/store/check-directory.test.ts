import { describe, expect, it } from 'vitest';
import { createMemfsStorage, Volume } from '../../../memfs/src/index.js';
import { entryText, openTestStore } from '../../test/open-test-store.js';
import { indexPath } from '../storage-path.js';
import { createMemoryStore } from './create-memory-store.js';

describe('check', () => {
  it('finds nothing wrong with a directory that the store wrote', async () => {
    const { store } = await openTestStore();
    await store.save({ name: 'a: b', description: 'x #1', type: 'user', body: '# h\n---\n' });
    await store.save({ name: '中文', description: '说明：一', type: 'project', body: '正文' });
    expect((await store.check()).problems).toEqual([]);
  });

  it('says of a folder in the place of the index that it is in the way', async () => {
    const { store } = await openTestStore({
      'a.md': entryText('a', 'd', 'user', 'b'),
      'MEMORY.md/notes.txt': 'x',
    });
    const { problems } = await store.check();
    expect(problems).toMatchObject([{ kind: 'file-unreadable', path: 'MEMORY.md' }]);
    expect(await store.reindex()).toMatchObject({ changed: [], added: [] });
  });

  it('finds names that two files have, but not one that only a sub-folder repeats', async () => {
    const { store } = await openTestStore({
      'a.md': entryText('same', 'd', 'user', 'b'),
      'b.md': entryText('same', 'd', 'user', 'b'),
      'c.md': entryText('moved', 'd', 'user', 'b'),
      'retired/c.md': entryText('moved', 'd', 'user', 'b'),
      'MEMORY.md': '- [a](a.md)\n- [b](b.md)\n- [c](c.md)\n- [r](retired/c.md)\n',
    });
    const { problems } = await store.check();
    expect(problems.map(({ kind, path }) => [kind, path])).toEqual([
      ['name-duplicate', 'a.md'],
      ['name-duplicate', 'b.md'],
    ]);
  });

  it.each([
    'note (conflicted copy 2026-01-02).md',
    "note (Anna's conflicted copy 2026-01-02).md",
    'note.sync-conflict-20260102-101112-ABCDEFG.md',
  ])('takes %s for a copy of a failed synchronisation', async (copy) => {
    const { store } = await openTestStore({
      'note.md': entryText('note', 'd', 'user', 'b'),
      [copy]: entryText('other', 'd', 'user', 'b'),
      'MEMORY.md': `- [n](note.md)\n- [c](<${copy}>)\n`,
    });
    expect((await store.check()).problems).toMatchObject([{ kind: 'conflict-copy', path: copy }]);
  });

  it.each(['note 2.md', 'note (1).md'])(
    'takes %s for a copy unless it has a name of its own',
    async (copy) => {
      const kindsWith = async (text: string) => {
        const { store } = await openTestStore({
          'note.md': entryText('Notes', 'd', 'user', 'b'),
          [copy]: text,
          'MEMORY.md': `- [n](note.md)\n- [c](<${copy}>)\n`,
        });
        const { problems } = await store.check();
        return problems.filter(({ path }) => path === copy).map(({ kind }) => kind);
      };
      expect(await kindsWith(entryText('Notes', 'd', 'user', 'b'))).toContain('conflict-copy');
      expect(await kindsWith('no header')).toContain('conflict-copy');
      expect(await kindsWith(entryText(copy.slice(0, -3), 'd', 'user', 'b'))).toEqual([]);
    },
  );

  it('lists what another program wrote while a memory was changed, unless that is ignored', async () => {
    const kept = '.mem/conflicts/topics/note.md/2026-12-01T10-11-12.131Z-0123abcd';
    const { store } = await openTestStore({
      'topics/note.md': entryText('note', 'd', 'user', 'b'),
      [kept]: 'of a person',
      'MEMORY.md': '- [n](topics/note.md)\n',
    });
    const { problems } = await store.check();
    expect(problems).toMatchObject([{ kind: 'conflict-copy', path: 'topics/note.md' }]);
    expect(problems[0]?.fix).toContain(kept);
    expect((await store.check({ ignore: { names: ['note'] } })).problems).toEqual([]);
  });

  it.each(['phase 2.md', 'conflict resolution.md', 'merge_conflicts.md'])(
    'takes %s for what it is',
    async (path) => {
      const { store } = await openTestStore({
        [path]: entryText('p', 'd', 'user', 'b'),
        'MEMORY.md': `- [p](<${path}>)\n`,
      });
      expect((await store.check()).problems).toEqual([]);
    },
  );

  it('reports an index that is a link, and everything else beside it', async () => {
    const volume = new Volume();
    volume.mkdirSync('/memory');
    volume.writeFileSync('/shared.md', '- [a](a.md)\n');
    volume.writeFileSync('/memory/a.md', entryText('a', 'd', 'strange', 'b'));
    volume.symlinkSync('/shared.md', '/memory/MEMORY.md');
    const store = createMemoryStore(createMemfsStorage({ volume, directory: '/memory' }));
    const { problems, index } = await store.check();
    expect(problems.map(({ kind, path }) => [kind, path])).toEqual([
      ['type-unknown', 'a.md'],
      ['symlink', 'MEMORY.md'],
    ]);
    expect(index.linked).toEqual([]);
    const same = await store.save({ name: 'a', body: 'b' });
    expect(same.changed).toEqual([]);
  });

  it('reports an index that is not UTF-8', async () => {
    const { store, storage } = await openTestStore();
    await storage.write(indexPath, new Uint8Array([0x2d, 0x20, 0xe4, 0x0a]));
    const { problems } = await store.check();
    expect(problems).toMatchObject([{ kind: 'file-encoding', path: 'MEMORY.md' }]);
  });
});

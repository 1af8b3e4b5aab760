import { expect, test } from 'vitest';
import { entryText, openTestStore } from '../../test/open-test-store.js';
import type { MemoryStore } from '../memory-store.js';

const conflict =
  '- [alpha](a.md) — first\n\n<<<<<<< ours\n- [beta](b.md) — x\n=======\n- [beta](b.md)\n>>>>>>> theirs\n';

const changes: readonly [string, (store: MemoryStore) => Promise<unknown>, string[]][] = [
  ['save', (store) => store.save({ name: 'c', description: 'd', type: 'user' }), ['a', 'b', 'c']],
  ['update', (store) => store.update('alpha', { description: 'second' }), ['a', 'b']],
  ['delete', (store) => store.delete('alpha'), ['b']],
  ['rename', (store) => store.rename('beta', 'z'), ['a', 'z']],
  ['reindex', (store) => store.reindex(), ['a', 'b']],
];

test.each(changes)(
  '%s leaves an index with an unresolved conflict alone and says so',
  async (_, run, stems) => {
    const { store, text, files } = await openTestStore({
      'a.md': entryText('alpha', 'first', 'user', 'A'),
      'b.md': entryText('beta', 'second', 'user', 'B'),
      'MEMORY.md': conflict,
    });
    const { changed, warnings } = (await run(store)) as Awaited<ReturnType<MemoryStore['reindex']>>;
    expect(changed).not.toContain('MEMORY.md');
    expect(warnings.filter(({ kind }) => kind === 'index-conflict-markers')).toHaveLength(1);
    expect(await text('MEMORY.md')).toBe(conflict);
    expect(await files()).toEqual(['MEMORY.md', ...stems.map((stem) => `${stem}.md`)]);
  },
);

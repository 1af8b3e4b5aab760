import { expect, test } from 'vitest';
import { entryText, openTestStore } from '../../test/open-test-store.js';
import { storagePath } from '../storage-path.js';

const alpha = entryText('alpha', 'first', 'user', 'A');

test('a rebuild tells the lines that went, with what stood below them, and keeps the old index', async () => {
  const before =
    '- [gone](gone.md) — hook\n  - by hand\n\n| File | Why |\n|---|---|\n| [old](old.md) | my reason |\n';
  const { store, text } = await openTestStore({ 'MEMORY.md': before });
  const result = await store.reindex();
  expect(result).toMatchObject({
    dropped: ['gone.md', 'old.md'],
    droppedLines: ['- [gone](gone.md) — hook', '  - by hand', '| [old](old.md) | my reason |'],
  });
  expect(await text(result.backup ?? '')).toBe(before);
});

test('an index that is not UTF-8 is left alone, and nothing is said to be added or dropped', async () => {
  const { store, storage } = await openTestStore({ 'a.md': alpha });
  const bytes = Uint8Array.from([...new TextEncoder().encode('- [gone](gone.md)\n'), 0xff]);
  await storage.write(storagePath('MEMORY.md'), bytes);
  const result = await store.reindex();
  expect(result).toMatchObject({ changed: [], added: [], dropped: [], droppedLines: [] });
  expect(result.backup).toBeUndefined();
  expect(result.warnings).toMatchObject([{ message: expect.stringContaining('not UTF-8') }]);
});

test('what a rebuild does not mend is told', async () => {
  const twice = '- [alpha](a.md) — x\n- [alpha](a.md) — y\n';
  const { store, text } = await openTestStore({ 'a.md': alpha, 'MEMORY.md': twice });
  const { changed, warnings } = await store.reindex();
  expect(changed).toEqual([]);
  expect(warnings).toMatchObject([{ kind: 'index-duplicate' }]);
  expect(await text('MEMORY.md')).toBe(twice);
});

import { describe, expect, it } from 'vitest';
import { entryText, openTestStore } from '../../test/open-test-store.js';

const alpha = entryText('alpha', 'first', 'user', 'A');
const index = '# Mine\n- [Alpha](a.md) — one\n  wrapped\n\nfooter\n';

async function openSeeded() {
  const opened = await openTestStore();
  await opened.put('a.md', alpha);
  await opened.put('MEMORY.md', index);
  return opened;
}

describe('undo', () => {
  it('brings a deleted entry and its line back, byte for byte', async () => {
    const { store, text } = await openSeeded();
    await store.delete('alpha');
    const result = await store.undo();
    expect(result).toMatchObject({ undone: 'delete "alpha"', warnings: [] });
    expect(await text('a.md')).toBe(alpha);
    expect(await text('MEMORY.md')).toBe(index);
  });

  it('takes back a save, an update and a rename, one after the other', async () => {
    const { store, text, files } = await openSeeded();
    await store.update('alpha', { body: 'A2' });
    await store.rename('alpha', 'gamma');
    await store.save({ name: 'new', description: 'd', type: 'user', body: 'b' });
    await store.undo();
    expect(await files()).toEqual(['MEMORY.md', 'gamma.md']);
    await store.undo();
    expect(await files()).toEqual(['MEMORY.md', 'a.md']);
    await store.undo();
    expect(await text('a.md')).toBe(alpha);
    expect(await text('MEMORY.md')).toBe(index);
    await expect(store.undo()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('edits an index that somebody changed since line by line', async () => {
    const { store, text, put } = await openSeeded();
    await store.save({ name: 'new', description: 'd', type: 'user', body: 'b' });
    await put('MEMORY.md', `${await text('MEMORY.md')}by hand\n`);
    await store.undo();
    expect(await text('MEMORY.md')).toBe(`${index}by hand\n`);
  });

  it('is refused when the file was changed since, with nothing changed', async () => {
    const { store, text, put } = await openSeeded();
    await store.update('alpha', { body: 'A2' });
    const theirs = entryText('alpha', 'first', 'user', 'theirs, by hand');
    await put('a.md', theirs);
    await expect(store.undo()).rejects.toMatchObject({ code: 'CONFLICT', path: 'a.md' });
    expect(await text('a.md')).toBe(theirs);
  });
});

import { describe, expect, it } from 'vitest';
import { entryText, openTestStore } from '../../test/open-test-store.js';
import { storagePath } from '../storage-path.js';

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

  it('is refused when the file was changed since, until it is out of the way', async () => {
    const { store, storage, text, put } = await openSeeded();
    await store.update('alpha', { body: 'A2' });
    const theirs = entryText('alpha', 'first', 'user', 'theirs, by hand');
    await put('a.md', theirs);
    await expect(store.undo()).rejects.toMatchObject({ code: 'CONFLICT', path: 'a.md' });
    expect(await text('a.md')).toBe(theirs);
    await storage.remove(storagePath('a.md'));
    await store.undo();
    expect(await text('a.md')).toBe(alpha);
  });
});

describe('undo, after the index was edited by hand', () => {
  const mine = '# M\n\n- [Alpha](a.md) — my own hook\n  - a nested note\n- tail\n';
  const fields = { name: 'new', description: 'd', type: 'user', body: 'b' } as const;

  async function openWith(index: string) {
    const opened = await openTestStore({ 'a.md': alpha, 'MEMORY.md': index });
    const edit = async (change: (text: string) => string) =>
      opened.put('MEMORY.md', change((await opened.text('MEMORY.md')) ?? ''));
    return { ...opened, edit };
  }

  it('of a delete puts the lines back where they were', async () => {
    const { store, text, edit } = await openWith(mine);
    await store.delete('alpha');
    await edit((now) => `${now}One more line.\n`);
    expect((await store.undo()).warnings).toEqual([]);
    expect(await text('MEMORY.md')).toBe(`${mine}One more line.\n`);
  });

  it('of a delete whose entry was listed anew says what was not put back', async () => {
    const { store, text, edit } = await openWith(mine);
    await store.delete('alpha');
    await edit((now) => `${now}- [Alpha](a.md)\n`);
    const { warnings } = await store.undo();
    expect(warnings).toMatchObject([
      { kind: 'index-text-removed', message: expect.stringContaining('a nested note') },
    ]);
    expect(await text('MEMORY.md')).toBe('# M\n\n- tail\n- [Alpha](a.md)\n');
  });

  it('of a save keeps what was written below its line, and its edited hook', async () => {
    const { store, text, edit } = await openWith('- [Alpha](a.md)\n');
    await store.save(fields);
    await edit((now) => `${now}  - nested by hand\n`);
    const { warnings } = await store.undo();
    expect(warnings).toMatchObject([{ kind: 'index-text-kept' }]);
    expect(await text('MEMORY.md')).toBe('- [Alpha](a.md)\n- new — d\n  - nested by hand\n');
    expect(await text('new.md')).toBeUndefined();
  });

  it('of a rename keeps an edited hook', async () => {
    const { store, text, edit } = await openWith('- [alpha](a.md) — first\n- tail\n');
    await store.rename('alpha', 'z');
    await edit((now) => now.replace('first', 'my words'));
    expect((await store.undo()).warnings).toEqual([]);
    expect(await text('MEMORY.md')).toBe('- [alpha](a.md) — my words\n- tail\n');
  });

  it('of a rename leads a line that was written anew to the file that is back', async () => {
    const { store, text, put } = await openWith('- [alpha](a.md) — first\n');
    await store.rename('alpha', 'z');
    await put('MEMORY.md', 'Read [it](z.md) at once.\n');
    expect((await store.undo()).warnings).toEqual([]);
    expect(await text('MEMORY.md')).toBe('Read [it](a.md) at once.\n');
  });

  it('of a rebuild puts the dropped lines back', async () => {
    const before = '# M\n- [gone](gone.md) — words\n  - note\n- tail\n';
    const { store, text, edit } = await openWith(before);
    await store.reindex();
    await edit((now) => `${now}later\n`);
    expect((await store.undo()).changed).toEqual(['MEMORY.md']);
    expect(await text('MEMORY.md')).toBe(`${before}later\n`);
  });

  it('of an entry that was not listed lists it no more than before', async () => {
    const { store, text } = await openWith('# M\n');
    await store.delete('alpha');
    await store.undo();
    expect(await text('MEMORY.md')).toBe('# M\n');
  });

  it('is refused for a rebuild while the index holds a conflict', async () => {
    const { store, edit } = await openWith('- [gone](gone.md)\n');
    await store.reindex();
    const conflict = '<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n';
    await edit((now) => now + conflict);
    await expect(store.undo()).rejects.toMatchObject({ code: 'REFUSED', path: 'MEMORY.md' });
  });
});

describe('undo is never stuck', () => {
  it('brings back a file that was removed by hand after an update', async () => {
    const { store, storage, text } = await openSeeded();
    await store.update('alpha', { body: 'A2' });
    await storage.remove(storagePath('a.md'));
    await store.undo();
    expect(await text('a.md')).toBe(alpha);
  });

  it('takes the line of a saved file that is gone, then what was before', async () => {
    const { store, storage, text } = await openSeeded();
    await store.update('alpha', { body: 'A2' });
    await store.save({ name: 'new', description: 'd', type: 'user', body: 'b' });
    await storage.remove(storagePath('new.md'));
    expect(await store.undo()).toMatchObject({ undone: 'save "new"', changed: ['MEMORY.md'] });
    expect(await text('MEMORY.md')).toBe(index);
    expect(await store.undo()).toMatchObject({ undone: 'update "alpha"', warnings: [] });
  });

  it('takes back nothing else than what was meant, unless it is told to', async () => {
    const { store, storage, text, put } = await openSeeded();
    await store.update('alpha', { body: 'A2' });
    await store.save({ name: 'new', description: 'd', type: 'user', body: 'b' });
    await put('MEMORY.md', index);
    await storage.remove(storagePath('new.md'));
    await put('b.md', entryText('beta', 'd', 'user', 'B'));
    await store.delete('beta', { purge: true });
    await expect(store.undo()).rejects.toMatchObject({
      code: 'REFUSED',
      path: 'b.md',
      message:
        '“delete "beta"” cannot be undone: no copy of b.md from before it is left. Nothing was changed. `mem undo --pass-over` takes back the change before it.',
    });
    expect(await text('a.md')).not.toBe(alpha);
    const result = await store.undo({ passOver: true });
    expect(result).toMatchObject({ undone: 'update "alpha"', changed: ['a.md'] });
    expect(result.warnings.map(({ message }) => message)).toEqual([
      '“delete "beta"” cannot be undone: no copy of b.md from before it is left.',
      'Of “save "new"” nothing was left to take back.',
    ]);
    expect(await text('a.md')).toBe(alpha);
  });
});

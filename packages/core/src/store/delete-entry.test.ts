import { describe, expect, it } from 'vitest';
import { entryText, openTestStore } from '../../test/open-test-store.js';

const two = {
  'a.md': entryText('alpha', 'first', 'user', 'A'),
  'b.md': entryText('beta', 'second', 'user', 'B'),
  'MEMORY.md': '# Mine\n- [Alpha](a.md) — one\n- [Beta](b.md) — two\n',
};

describe('delete', () => {
  it('takes the file and its own line', async () => {
    const { store, text, files } = await openTestStore(two);
    const result = await store.delete('alpha');
    expect(result).toMatchObject({ deleted: ['a.md'], changed: ['MEMORY.md'], warnings: [] });
    expect(await files()).toEqual(['MEMORY.md', 'b.md']);
    expect(await text('MEMORY.md')).toBe('# Mine\n- [Beta](b.md) — two\n');
  });

  it('says not found with near names, and changes nothing', async () => {
    const { store, text } = await openTestStore(two);
    await store.delete('alpha');
    const index = await text('MEMORY.md');
    await expect(store.delete('alpha')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(store.delete('bета')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(store.delete('Beta')).rejects.toMatchObject({ code: 'NOT_FOUND', near: ['beta'] });
    expect(await text('MEMORY.md')).toBe(index);
  });

  it('refuses a name of two entries and names both', async () => {
    const { store, files } = await openTestStore({
      'a.md': entryText('same', 'd', 'user', 'A'),
      'b.md': entryText('same', 'd', 'user', 'B'),
    });
    await expect(store.delete('same')).rejects.toMatchObject({
      code: 'AMBIGUOUS',
      candidates: ['a.md', 'b.md'],
    });
    expect(await files()).toEqual(['a.md', 'b.md']);
    await store.delete('b.md');
    expect(await files()).toEqual(['a.md']);
  });

  it.each([
    ['children', '  - nested note\n', '- nested note'],
    ['children that link an entry which is listed', '  - see [b](b.md)\n', '- see [b](b.md)'],
    ['code', '  ```\n  run\n  ```\n', '``` ⏎ run ⏎ ```'],
    ['another paragraph', '\n  more of it\n', 'more of it'],
  ])('quotes the %s that went with the line', async (_, below, quoted) => {
    const text = `- [Alpha](a.md) — one\n  wrapped\n${below}- [Beta](b.md)\n`;
    const { store } = await openTestStore({ ...two, 'MEMORY.md': text });
    const { warnings } = await store.delete('alpha');
    const message = `With the index line of a.md went what stood below it: "${quoted}".`;
    const fix = '`mem undo` brings it back.';
    expect(warnings).toEqual([{ kind: 'index-text-removed', path: 'MEMORY.md', message, fix }]);
  });

  it('with purge quotes it too, and does not promise to bring it back', async () => {
    const text = '- [Alpha](a.md)\n  - nested note\n';
    const { store } = await openTestStore({ ...two, 'MEMORY.md': text });
    const { warnings } = await store.delete('alpha', { purge: true });
    expect(warnings).toMatchObject([{ fix: expect.stringContaining('No copy is kept') }]);
  });

  it('with purge leaves no copy to undo', async () => {
    const { store } = await openTestStore(two);
    await store.delete('alpha', { purge: true });
    await expect(store.undo()).rejects.toMatchObject({ code: 'REFUSED' });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestStore } from '../../test/open-test-store.js';

describe('the body of an entry', () => {
  it('reads back as it was saved', async () => {
    const { store, text } = await openTestStore();
    const saved = await store.save({ name: 'a', description: 'd', type: 'user', body: 'x' });
    expect(saved.entry.body).toBe('x');
    expect((await store.get('a')).body).toBe('x');
    expect(await text('a.md')).toMatch(/---\n\nx\n$/);
    expect((await store.recall('d')).entries.map(({ body }) => body)).toEqual(['x']);
  });

  it('has lines that end in \\n, whatever the file has', async () => {
    const file =
      '---\r\nname: a\r\ndescription: d\r\ntype: user\r\n---\r\n\r\n  one\r\n\r\ntwo\r\n\r\n';
    const { store, text } = await openTestStore({ 'a.md': file });
    const { body } = await store.get('a');
    expect(body).toBe('  one\n\ntwo');
    expect((await store.update('a', { body })).changed).toEqual([]);
    await store.update('a', { body: body.replace('two', 'three\nfour') });
    expect(await text('a.md')).toBe(file.replace('two\r\n\r\n', 'three\r\nfour\r\n'));
  });

  it('is no change when it is saved again', async () => {
    const piece = fc.constantFrom('a', ' ', '\n', '\r\n', '\t', '---', '\r', 'name: x');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const file = `---\nname: a\ndescription: d\ntype: user\n---\n${pieces.join('')}`;
        const { store, text } = await openTestStore({ 'a.md': file });
        const { body } = await store.get('a');
        expect(body).not.toMatch(/^[ \t]*[\r\n]|[\r\n]$|\r/);
        expect((await store.update('a', { body })).changed).toEqual([]);
        expect(await text('a.md')).toBe(file);
      }),
      { numRuns: 300 },
    );
  });
});

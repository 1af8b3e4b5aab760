import { describe, expect, it } from 'vitest';
import { createMemfsStorage, failingStorage, Volume } from '../../../memfs/src/index.js';
import { entryText, fixedTime, openTestStore } from '../../test/open-test-store.js';
import { storagePath } from '../storage-path.js';
import { createMemoryStore } from './create-memory-store.js';
import { beginChange } from './journal.js';

const other = { name: 'other', description: 'd', type: 'user', body: 'b' } as const;

describe('an interrupted change', () => {
  it('of which the file was written gets its index line from the next write', async () => {
    const { store, storage, text, put } = await openTestStore();
    await beginChange(storage, new Map([[storagePath('lost.md'), 'present']]), fixedTime);
    await put('lost.md', entryText('lost', 'found again', 'user', 'x'));
    await store.save(other);
    expect(await text('MEMORY.md')).toContain('- [lost](lost.md) — found again');
    expect(await journal(storage)).toEqual([]);
  });

  it('of which the file was removed loses its index line', async () => {
    const { store, storage, text } = await openTestStore({
      'MEMORY.md': '- [Gone](gone.md) — x\n',
    });
    await beginChange(storage, new Map([[storagePath('gone.md'), 'absent']]), fixedTime);
    await store.save(other);
    expect(await text('MEMORY.md')).not.toContain('gone.md');
  });

  it('is not even noted where a link is in the way', async () => {
    const volume = new Volume();
    volume.mkdirSync('/memory');
    volume.symlinkSync('/elsewhere.md', '/memory/taken.md');
    const store = createMemoryStore(createMemfsStorage({ volume }));
    await expect(store.save({ ...other, name: 'taken' })).rejects.toMatchObject({
      code: expect.stringMatching(/UNREADABLE_ENTRY|REFUSED/),
    });
    expect(volume.readdirSync('/memory')).toEqual(['taken.md']);
  });

  it('of a writer that may be alive is left to it', async () => {
    const { store, storage, put, text } = await openTestStore();
    const note = new Map([[storagePath('soon.md'), 'present' as const]]);
    await beginChange(storage, note, fixedTime);
    await put('unlisted.md', entryText('unlisted', 'on purpose', 'user', 'x'));
    await store.save(other);
    expect(await journal(storage)).toHaveLength(1);
    expect(await text('MEMORY.md')).not.toContain('unlisted.md');
  });

  it('whose index could not be written is finished by the next write', async () => {
    const volume = new Volume();
    // The note, the file, then the index.
    const failing = failingStorage(createMemfsStorage({ volume }), { method: 'write', call: 3 });
    const { created, warnings } = await createMemoryStore(failing).save({ ...other, name: 'late' });
    expect(created).toBe(true);
    expect(warnings).toMatchObject([{ kind: 'storage-warning', path: 'MEMORY.md' }]);
    const storage = createMemfsStorage({ volume });
    await createMemoryStore(storage).save(other);
    expect(volume.readFileSync('/memory/MEMORY.md', 'utf8')).toContain('(late.md)');
    expect(await journal(storage)).toEqual([]);
  });

  it('that left a copy half-way through a rename gets the copy listed in the end', async () => {
    const { store, storage, text, put } = await openTestStore({
      'from.md': entryText('from', 'd', 'user', 'x'),
      'MEMORY.md': '- [from](from.md) — d\n',
    });
    const longAgo = new Date(fixedTime.getTime() - 60_000);
    const intent = [
      [storagePath('to.md'), 'present'],
      [storagePath('from.md'), 'absent'],
    ] as const;
    await beginChange(storage, new Map(intent), longAgo);
    await put('to.md', entryText('to', 'd', 'user', 'x'));
    await store.save(other);
    expect(await text('MEMORY.md')).toMatch(/\(from\.md\)[\s\S]*\(to\.md\)/);
    expect(await journal(storage)).toEqual([]);
  });

  it('that never had an effect is forgotten after a while', async () => {
    const { store, storage } = await openTestStore();
    const longAgo = new Date(fixedTime.getTime() - 60_000);
    await beginChange(storage, new Map([[storagePath('never.md'), 'present']]), longAgo);
    await store.save(other);
    expect(await journal(storage)).toEqual([]);
  });
});

async function journal(storage: Awaited<ReturnType<typeof openTestStore>>['storage']) {
  const notes: string[] = [];
  for await (const { path } of storage.list(storagePath('.mem/journal'))) notes.push(path);
  return notes;
}

import { describe, expect, it } from 'vitest';
import { failingStorage } from '../../../memfs/src/index.js';
import { entryText, openTestStore } from '../../test/open-test-store.js';
import { MemoryError, StorageError } from '../errors.js';
import { createMemoryStore } from './create-memory-store.js';

describe('a file that cannot be read', () => {
  it('is a problem, and is read again by the next call', async () => {
    const { storage } = await openTestStore({ 'a.md': entryText('a', 'd', 'user', 'b') });
    const error = new MemoryError('UNREADABLE_ENTRY', 'a.md cannot be read: a test.');
    const store = createMemoryStore(failing(storage, error));
    expect(await store.list()).toMatchObject({
      entries: [],
      problems: [{ kind: 'file-unreadable', path: 'a.md' }],
    });
    expect((await store.list()).entries).toHaveLength(1);
  });

  it('for a reason that may pass stops the listing: a shorter one would look like a deletion', async () => {
    const { storage } = await openTestStore({ 'a.md': entryText('a', 'd', 'user', 'b') });
    const error = new StorageError('Busy.', { operation: 'read', retryable: true });
    const store = createMemoryStore(failing(storage, error));
    await expect(store.list()).rejects.toBe(error);
    expect((await store.list()).entries).toHaveLength(1);
  });
});

function failing(storage: Parameters<typeof failingStorage>[0], error: Error) {
  return failingStorage(storage, { method: 'read', call: 1, error });
}

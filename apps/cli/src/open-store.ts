import { createMemoryStore, type Ignore, type MemoryStore } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';

/** The one place of this program that knows which storage there is. */
export function openStore(directory: string, ignore?: Ignore): MemoryStore {
  return createMemoryStore(createDirectoryStorage(directory), { ignore });
}

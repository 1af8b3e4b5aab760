import { createMemoryStore, type MemoryStore } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';

/** The one place of this program that knows an adapter. */
export function openStore(directory: string): MemoryStore {
  return createMemoryStore(createDirectoryStorage(directory));
}

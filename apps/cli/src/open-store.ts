import {
  createMemoryStore,
  type GuardOptions,
  type Ignore,
  type MemoryStore,
  type Storage,
} from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';

export interface OpenStore {
  readonly store: MemoryStore;
  readonly storage: Storage;
}

/** The one place of this program that knows which storage there is. */
export function openStore(directory: string, guard: GuardOptions, ignore?: Ignore): OpenStore {
  const storage = createDirectoryStorage(directory);
  return { storage, store: createMemoryStore(storage, { guard, ignore }) };
}

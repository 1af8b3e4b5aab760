import { createMemoryStore, type MemoryStore, type Storage } from '@mem/core';
import { createDirectoryStorage, type DirectoryStorageOptions } from '@mem/fs-node';
import { withGit } from '@mem/git';
import { createPlainStorage } from './plain-storage.ts';

/** Ours, ours with each change a commit, and the negative control: one that writes in place. */
export type StoreKind = 'mem' | 'git' | 'plain';

export interface OpenOptions extends DirectoryStorageOptions {
  /** How far the clock of the store is ahead, in milliseconds. */
  readonly ahead?: number;
}

/** Its clock stands still, so that one operation writes the same bytes each time. */
export function openStore(
  kind: StoreKind,
  directory: string,
  { ahead = 0, ...options }: OpenOptions = {},
): MemoryStore {
  const now = () => new Date(Date.UTC(2026, 10, 30, 12) + ahead);
  return createMemoryStore(openStorage(kind, directory, options), { now });
}

export function openStorage(
  kind: StoreKind,
  directory: string,
  options: DirectoryStorageOptions = {},
): Storage {
  if (kind === 'plain') return createPlainStorage(directory, options.fileSystem);
  const storage = createDirectoryStorage(directory, options);
  return kind === 'git' ? withGit(storage, gitOptions(directory)) : storage;
}

export function gitOptions(directory: string) {
  return {
    directory,
    mode: 'own',
    author: { name: 'harness', email: 'harness@example.org' },
  } as const;
}

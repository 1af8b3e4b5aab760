import type { Storage } from '../storage.js';

/** Gives a fresh, empty storage. */
export type OpenStorage = () => Promise<Storage>;

/** Gives one more storage on the same data, as another process would open it. */
export type ReopenStorage = (storage: Storage) => Promise<Storage>;

/** One sentence of the storage contract, as something to run; it rejects where the sentence is broken. */
export interface StorageCase {
  /** Stable, and listed in docs/storage-contract.md beside its sentence. */
  readonly name: string;
  /** Without `reopen` the cases about several openers use one storage for all. */
  run(open: OpenStorage, reopen?: ReopenStorage): Promise<void>;
}

/** Several storages on the same, empty data. */
export async function openSeveral(
  count: number,
  open: OpenStorage,
  reopen: ReopenStorage | undefined,
): Promise<[Storage, ...Storage[]]> {
  const first = await open();
  const all: [Storage, ...Storage[]] = [first];
  while (all.length < count) all.push(reopen ? await reopen(first) : first);
  return all;
}

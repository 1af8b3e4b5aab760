import { findEntry } from '../find-entry.js';
import { sha256 } from '../sha256.js';
import type { StoragePath, StoredFile } from '../storage.js';
import type { StoreWorld } from '../store/store-world.js';
import type { PendingFile } from './pending-file.js';

/** The file that a proposal is about, as it is now. */
export interface CurrentFile {
  /** Undefined for a new entry that nobody made yet. */
  readonly path: StoragePath | undefined;
  readonly file: StoredFile | undefined;
  /** It is not what the proposal was made against. */
  readonly changedSince: boolean;
}

export async function currentFile(
  world: StoreWorld,
  { change, base }: PendingFile,
): Promise<CurrentFile> {
  const path = change.path ?? (await pathOfName(world, change.name));
  const file = path === undefined ? undefined : await world.storage.read(path);
  return { path, file, changedSince: isOther(file, base) };
}

/** Somebody may have made the entry since. */
async function pathOfName(world: StoreWorld, name: string): Promise<StoragePath | undefined> {
  const found = findEntry(name, (await world.view.look()).entries);
  return found.kind === 'found' ? found.path : undefined;
}

function isOther(file: StoredFile | undefined, base: PendingFile['base']): boolean {
  if (file === undefined || base === null) return file !== undefined || base !== null;
  return file.version !== base.version && sha256(file.bytes) !== base.sha256;
}

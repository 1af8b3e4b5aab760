import { sha256 } from '../sha256.js';
import type { Storage, StoragePath } from '../storage.js';
import { storagePath } from '../storage-path.js';

/**
 * The name, without a folder, of a copy of a file that something of ours keeps below `.mem/`: who
 * wants every copy of the file to be gone knows it by that, whoever keeps it.
 *
 * @param id tells copies of one file apart: letters, digits and `-`
 */
export function keptCopyName(path: StoragePath, id: string): string {
  return `${prefixFor(path)}${id}`;
}

function prefixFor(path: StoragePath): string {
  return `copy-${sha256(path).slice(0, 16)}-`;
}

/** Destroys every copy of the file that was kept under such a name. */
export async function purgeKeptCopies(storage: Storage, path: StoragePath): Promise<void> {
  const prefix = prefixFor(path);
  const found: StoragePath[] = [];
  for await (const { path: each } of storage.list(storagePath('.mem'))) {
    if (each.slice(each.lastIndexOf('/') + 1).startsWith(prefix)) found.push(each);
  }
  for (const each of found) await storage.remove(each);
}

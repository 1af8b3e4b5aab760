import type { Storage, StoragePath, StoredFile, StoredFileInfo } from '@mem/core';

/** What is at a path. A storage has no folders: one is there as long as a file lies in it. */
export type Found =
  | { readonly kind: 'file'; readonly file: StoredFile }
  | { readonly kind: 'folder' }
  | { readonly kind: 'nothing' };

export async function lookAt(storage: Storage, path: StoragePath): Promise<Found> {
  const file = await storage.read(path);
  if (file) return { kind: 'file', file };
  return { kind: (await isFolder(storage, path)) ? 'folder' : 'nothing' };
}

/** All files of a folder, at any depth, by path. */
export async function filesBelow(
  storage: Storage,
  folder: StoragePath | undefined,
): Promise<StoredFileInfo[]> {
  const files: StoredFileInfo[] = [];
  for await (const file of storage.list(folder)) {
    if (!isHidden(file.path)) files.push(file);
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The folder above that is a file, so that nothing can be put below it. */
export async function fileAbove(
  storage: Storage,
  path: StoragePath,
): Promise<StoragePath | undefined> {
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
    const folder = path.slice(0, end) as StoragePath;
    if ((await storage.read(folder)) !== undefined) return folder;
  }
  return undefined;
}

async function isFolder(storage: Storage, path: StoragePath): Promise<boolean> {
  for await (const file of storage.list(path)) {
    if (!isHidden(file.path)) return true;
  }
  return false;
}

function isHidden(path: string): boolean {
  return path.startsWith('.') || path.includes('/.');
}

import { type StoragePath, storagePath } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { type GitCheckpointResult, type GitOptions, withGit } from '../src/index.js';

export function openGit(directory: string, options: Partial<GitOptions> = {}) {
  return withGit(createDirectoryStorage(directory), { directory, ...options });
}

type Opened = ReturnType<typeof openGit>;

export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** One change of one file. */
export async function save(
  storage: Opened,
  name: string,
  content: string | Uint8Array,
  message = `save ${name}`,
): Promise<GitCheckpointResult> {
  const path: StoragePath = storagePath(name);
  await storage.write(path, bytesOf(content));
  return await storage.checkpoint({ message, paths: [path] });
}

export async function removeFile(storage: Opened, name: string): Promise<GitCheckpointResult> {
  const path = storagePath(name);
  await storage.remove(path);
  return await storage.checkpoint({ message: `remove ${name}`, paths: [path] });
}

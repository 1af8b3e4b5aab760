import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage, StoragePath } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { createMemfsStorage } from '@mem/memfs';
import { onTestFinished } from 'vitest';

/** The storages that every test runs on. */
export const storages: readonly [string, () => Storage][] = [
  ['memfs', () => createMemfsStorage()],
  ['fs-node', () => createDirectoryStorage(scratchDirectory())],
];

/** A directory that does not exist yet, and is removed when the test ends. */
export function scratchDirectory(): string {
  const parent = mkdtempSync(join(tmpdir(), 'mem-anthropic-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, 'memory');
}

export async function put(
  storage: Storage,
  path: string,
  content: string | Uint8Array,
): Promise<void> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  await storage.write(path as StoragePath, bytes);
}

/** The text of a file with whatever it begins with; undefined when there is none. */
export async function textAt(storage: Storage, path: string): Promise<string | undefined> {
  const file = await storage.read(path as StoragePath);
  return file && new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes);
}

/** Every file and its text. */
export async function allFiles(storage: Storage): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { path } of storage.list()) {
    files[path] = (await textAt(storage, path)) ?? '';
  }
  return files;
}

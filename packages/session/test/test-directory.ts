import { type Storage, storagePath } from '@mem/core';
import { createMemfsStorage } from '@mem/memfs';
import { vi } from 'vitest';

export type Files = Readonly<Record<string, string>>;

/** A storage in RAM that holds these files, none of them newer than another. */
export async function storageWith(files: Files): Promise<Storage> {
  const storage = createMemfsStorage();
  vi.setSystemTime(Date.now());
  try {
    for (const [path, text] of Object.entries(files)) await put(storage, path, text);
  } finally {
    vi.useRealTimers();
  }
  return storage;
}

export async function put(storage: Storage, path: string, text: string): Promise<void> {
  await storage.write(storagePath(path), new TextEncoder().encode(text));
}

export async function textOf(storage: Storage, path: string): Promise<string | undefined> {
  const file = await storage.read(storagePath(path));
  return file && new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes);
}

/** Every file that people see, byte for byte. */
export async function snapshotOf(storage: Storage): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for await (const { path } of storage.list()) {
    const file = await storage.read(path);
    if (file) files.set(path, Buffer.from(file.bytes).toString('latin1'));
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** An entry file as people write it. */
export function note(name: string, body: string, header: Readonly<Record<string, string>> = {}) {
  const fields = { name, description: `About ${name}`, type: 'project', ...header };
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${value}\n`);
  return `---\n${lines.join('')}---\n\n${body}\n`;
}

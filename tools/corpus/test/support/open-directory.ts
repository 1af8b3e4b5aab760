import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMemoryStore, isMemoryError, type MemoryError, type MemoryStore } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import { onTestFinished } from 'vitest';

export const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** A memory directory of a test's own, gone when the test is over. */
export interface OpenDirectory {
  readonly store: MemoryStore;
  readonly directory: string;
  read(path: string): string;
  bytes(path: string): Buffer;
  write(path: string, content: string | Uint8Array): void;
  exists(path: string): boolean;
  /** All files but those below `.mem/`, sorted. */
  files(): string[];
  /** Lines of MEMORY.md. */
  indexLines(): string[];
}

/** A copy of a case's `memory/`. */
export function openCase(name: string): OpenDirectory {
  return openIn((directory) => {
    cpSync(join(fixtures, name, 'memory'), directory, { recursive: true });
  });
}

export function openWith(files: Readonly<Record<string, string | Uint8Array>>): OpenDirectory {
  return openIn((directory) => {
    mkdirSync(directory);
    for (const [path, content] of Object.entries(files)) writeInto(directory, path, content);
  });
}

function openIn(fill: (directory: string) => void): OpenDirectory {
  const root = mkdtempSync(join(tmpdir(), 'mem-property-'));
  const directory = join(root, 'memory');
  fill(directory);
  const store = createMemoryStore(createDirectoryStorage(directory));
  onTestFinished(async () => {
    await store.close();
    rmSync(root, { recursive: true, force: true });
  });
  const bytes = (path: string) => readFileSync(join(directory, path));
  const read = (path: string) => bytes(path).toString('utf8');
  return {
    store,
    directory,
    bytes,
    read,
    write: (path, content) => writeInto(directory, path, content),
    exists: (path) => existsSync(join(directory, path)),
    files: () => filesBelow(directory),
    indexLines: () => read('MEMORY.md').replace(/\n$/, '').split('\n'),
  };
}

function writeInto(directory: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), content);
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((item) => !item.isDirectory())
    .map((item) => join(item.parentPath, item.name).slice(directory.length + 1))
    .filter((path) => !path.startsWith('.mem/'))
    .sort();
}

export type Attempt<T> =
  | { readonly ok: true; readonly value: T; readonly error?: never }
  | { readonly ok: false; readonly error: MemoryError; readonly value?: never };

/** For what may succeed or be refused. Anything but an error of @mem's own is thrown on. */
export async function attempt<T>(work: Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    if (isMemoryError(error)) return { ok: false, error };
    throw error;
  }
}

/** The bytes of every file, by path: to compare before and after. */
export function allBytes(open: OpenDirectory): Record<string, string> {
  return Object.fromEntries(
    open.files().map((path) => [path, open.bytes(path).toString('latin1')]),
  );
}

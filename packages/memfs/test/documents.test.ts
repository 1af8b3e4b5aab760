import type { Storage, StoragePath, StoredFile } from '@mem/core';
import { storageCases } from '@mem/core/storage-cases';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkTypes, codeOn, layOut, outputOf, promisedOutput } from './example.js';

const pages = [
  'docs/write-an-adapter.md',
  'packages/fs-node/README.md',
  'packages/memfs/README.md',
];

test.each(pages)('the code of %s compiles and prints what it says', async (page) => {
  const code = codeOn(page);
  const file = layOut(page.replaceAll(/\W/g, '-'), code);
  checkTypes(file);
  expect(promisedOutput(code)).not.toBe('');
  expect(await outputOf(file)).toBe(promisedOutput(code));
});

interface Table {
  rows: Map<StoragePath, StoredFile>;
  changes: number;
}

describe('the adapter of docs/write-an-adapter.md', () => {
  let createTableStorage: (table: Table) => Storage;

  beforeAll(async () => {
    const file = layOut('adapter', codeOn('docs/write-an-adapter.md'));
    ({ createTableStorage } = await import(/* @vite-ignore */ file));
  });

  for (const { name, run } of storageCases) {
    test(name, async () => {
      const tables = new Map<Storage, Table>();
      const openOn = (table: Table) => {
        const storage = createTableStorage(table);
        tables.set(storage, table);
        return storage;
      };
      await run(
        async () => openOn({ rows: new Map(), changes: 0 }),
        async (storage) => openOn(tables.get(storage) as Table),
      );
    });
  }
});

import { storageCases } from '@mem/core/storage-cases';
import { describe, test } from 'vitest';
import { scratchDirectory } from '../test/scratch-directory.js';
import { createDirectoryStorage, type DirectoryStorageOptions } from './index.js';

const variants: Record<string, DirectoryStorageOptions> = {
  'on disk': {},
  'on disk, safe against power cuts': { durability: 'power' },
};

for (const [name, options] of Object.entries(variants)) {
  describe(name, () => {
    for (const { name, run } of storageCases) {
      test(name, async () => {
        const directories = new Map<object, string>();
        const openAt = (directory: string) => {
          const storage = createDirectoryStorage(directory, options);
          directories.set(storage, directory);
          return storage;
        };
        await run(
          async () => openAt(`${scratchDirectory()}/memory`),
          async (storage) => openAt(directories.get(storage) ?? ''),
        );
      });
    }
  });
}

import { storageCases } from '@mem/core/storage-cases';
import { createDirectoryStorage } from '@mem/fs-node';
import { describe, test } from 'vitest';
import { scratchDirectory } from '../test/scratch-directory.js';
import { withGit } from './index.js';

for (const mode of ['own', 'private', 'host'] as const) {
  describe(`with git, ${mode}`, () => {
    for (const { name, run } of storageCases) {
      test(name, async () => {
        const directories = new Map<object, string>();
        const openAt = (directory: string) => {
          const storage = withGit(createDirectoryStorage(directory), { directory, mode });
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

import type { Storage } from '@mem/core';
import { storageCases } from '@mem/core/storage-cases';
import { Volume } from 'memfs';
import { test } from 'vitest';
import { createMemfsStorage } from './index.js';

for (const { name, run } of storageCases) {
  test(name, async () => {
    const volumes = new Map<Storage, Volume>();
    const openOn = (volume: Volume) => {
      const storage = createMemfsStorage({ volume });
      volumes.set(storage, volume);
      return storage;
    };
    await run(
      async () => openOn(new Volume()),
      async (storage) => openOn(volumes.get(storage) ?? new Volume()),
    );
  });
}

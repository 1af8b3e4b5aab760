import { createMemoryStore, storagePath } from '@mem/core';
import { createMemfsStorage } from '@mem/memfs';
import { ourSystem } from '../goals.js';
import { memoryFile, memoryPaths } from '../memory-file.js';
import { type RankingSystem, rankingDepth } from '../ranking-system.js';

/** The ranked search as a program has it: a store over files, each written as an agent would. */
export const memSystem: RankingSystem = {
  name: ourSystem,
  async prepare(memories) {
    const storage = createMemfsStorage();
    const files = memoryPaths(memories);
    for (const [path, memory] of files) {
      await storage.write(storagePath(path), memoryFile(memory));
    }
    const store = createMemoryStore(storage);
    return async (question) => {
      const { hits } = await store.search(question, { limit: rankingDepth });
      return hits.flatMap(({ path }) => files.get(path)?.id ?? []);
    };
  },
};

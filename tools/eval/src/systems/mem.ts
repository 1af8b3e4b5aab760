import { parseQuery } from '../../../../packages/core/src/search/parse-query.js';
import { RankedIndex } from '../../../../packages/core/src/search/ranked-index.js';
import { ourSystem } from '../goals.js';
import { memoryFile, memoryPaths } from '../memory-file.js';
import { type RankingSystem, rankingDepth } from '../ranking-system.js';

export const memSystem: RankingSystem = {
  name: ourSystem,
  async prepare(memories) {
    const paths = memoryPaths(memories);
    const index = new RankedIndex();
    for (const [path, m] of paths)
      index.set(
        path,
        { name: m.name ?? path.slice(0, -3), description: m.description, body: m.body },
        memoryFile(m).length,
      );
    return async (question) => {
      return index
        .rank(parseQuery(question), { limit: rankingDepth })
        .ranked.map(({ path }) => paths.get(path)!.id);
    };
  },
};

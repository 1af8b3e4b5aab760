import MiniSearch from 'minisearch';
import { type RankingSystem, rankingDepth } from '../ranking-system.js';

/** MiniSearch as it comes: no option but the fields. */
export const miniSearchSystem: RankingSystem = {
  name: 'minisearch',
  async prepare(memories) {
    const index = new MiniSearch({ fields: ['name', 'description', 'body'] });
    index.addAll(memories);
    return async (question) =>
      index
        .search(question)
        .slice(0, rankingDepth)
        .map(({ id }) => String(id));
  },
};

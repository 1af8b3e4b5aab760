import { foldedTexts } from '../memory-text.js';
import { type RankingSystem, rankingDepth } from '../ranking-system.js';

/** The whole question as one piece of text, case folded, in order of the paths. */
export const substringSystem: RankingSystem = {
  name: 'substring',
  async prepare(memories) {
    const texts = foldedTexts(memories);
    return async (question) => {
      const wanted = question.toLowerCase();
      const found = texts.filter(({ text }) => text.includes(wanted));
      return found.slice(0, rankingDepth).map(({ id }) => id);
    };
  },
};

import { foldedTexts } from '../memory-text.js';
import { type RankingSystem, rankingDepth } from '../ranking-system.js';

/**
 * Each word of the question as `grep -i` would look for it, inside words too; the memories with
 * the most different words first, then in order of the paths.
 */
export const grepSystem: RankingSystem = {
  name: 'grep',
  async prepare(memories) {
    const texts = foldedTexts(memories);
    return async (question) => {
      const words = wordsOf(question);
      return texts
        .map(({ id, text }) => ({
          id,
          matched: words.filter((word) => text.includes(word)).length,
        }))
        .filter(({ matched }) => matched > 0)
        .sort((left, right) => right.matched - left.matched)
        .slice(0, rankingDepth)
        .map(({ id }) => id);
    };
  },
};

/** What stands between blanks, without punctuation around it: `--set` and `fs.read` stay whole. */
function wordsOf(question: string): string[] {
  const words = question
    .toLowerCase()
    .split(/[\s，。、；：？！（）「」『』“”]+/u)
    .map((word) => word.replace(/^["'`(¿¡]+/, '').replace(/["'`)?!.,;:]+$/, ''))
    .filter((word) => word !== '');
  return [...new Set(words)];
}

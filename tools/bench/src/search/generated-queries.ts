import { createRandom } from '../random.js';
import type { GeneratedText } from './generated-texts.js';

/** Queries of one to four words that stand in a text each: frequent words come often in them. */
export function generateQueries(texts: readonly GeneratedText[], count: number): string[] {
  const random = createRandom(3);
  return Array.from({ length: count }, () => {
    const text = texts[random.below(texts.length)]!;
    const words = text.body.match(/[a-z_]+|[\u4e00-\u9fff]{2,4}/g) ?? [];
    const length = 1 + random.below(4);
    return Array.from({ length }, () => words[random.below(words.length)]).join(' ');
  });
}

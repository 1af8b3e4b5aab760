import { describe, expect, it } from 'vitest';
import {
  heldOutPairs,
  type LabelledPair,
  labelledPairs,
  type TinyMemory,
} from '../../test/similar/twins.js';
import { likeness, likenessFrom, wordsOf } from './likeness.js';

function scoreOf({ one, other }: Pick<LabelledPair, 'one' | 'other'>): number {
  const words = ([name, description, body]: TinyMemory) => wordsOf({ name, description, body });
  return likeness(words(one), words(other));
}

function figures(pairs: readonly LabelledPair[]) {
  const found = pairs.filter((pair) => scoreOf(pair) >= likenessFrom);
  const right = found.filter(({ isTwin }) => isTwin).length;
  const twins = pairs.filter(({ isTwin }) => isTwin).length;
  return {
    pairs: pairs.length,
    precision: right / Math.max(1, found.length),
    recall: right / twins,
  };
}

const languages = ['en', 'de', 'zh', 'ja', 'ko'] as const;

describe('likeness', () => {
  it.each([
    ['the pairs it was tuned on', labelledPairs, 0.95, 0.85],
    ['pairs that it has never seen', heldOutPairs, 0.9, 0.7],
  ] as const)('finds twins, and few others, among %s', (title, pairs, precision, recall) => {
    const lines = [
      ['all', figures(pairs)] as const,
      ...languages.map(
        (language) =>
          [language, figures(pairs.filter((pair) => pair.language === language))] as const,
      ),
    ].map(
      ([which, { pairs: count, precision, recall }]) =>
        `  ${which.padEnd(4)} ${count} pairs, precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`,
    );
    console.info(`Likeness among ${title}:\n${lines.join('\n')}`);
    const all = figures(pairs);
    expect(all.precision).toBeGreaterThanOrEqual(precision);
    expect(all.recall).toBeGreaterThanOrEqual(recall);
  });

  it('has enough pairs of each language and kind to say so', () => {
    const both = [...labelledPairs, ...heldOutPairs];
    expect(both.length).toBeGreaterThanOrEqual(60);
    for (const language of languages) {
      const pairs = both.filter((pair) => pair.language === language);
      expect(pairs.filter(({ isTwin }) => isTwin).length).toBeGreaterThanOrEqual(7);
      expect(pairs.filter(({ isTwin }) => !isTwin).length).toBeGreaterThanOrEqual(7);
    }
  });

  it('is the same both ways, from 0 to 1, and 1 of a memory with itself', () => {
    for (const { one, other } of [...labelledPairs, ...heldOutPairs]) {
      const score = scoreOf({ one, other });
      expect(score).toBe(scoreOf({ one: other, other: one }));
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
      expect(scoreOf({ one, other: one })).toBe(1);
    }
  });

  it('knows the same text under another name, and without a body', () => {
    const text = ['Release rules of the web shop', 'Every Monday, by the build server.'] as const;
    expect(scoreOf({ one: ['alpha', ...text], other: ['beta', ...text] })).toBeGreaterThan(
      likenessFrom,
    );
    const bare = 'Release rules of the web shop';
    expect(
      scoreOf({ one: ['shop release', bare, ''], other: ['web shop rules', bare, ''] }),
    ).toBeGreaterThan(likenessFrom);
  });

  it('does not take a long text for the twin of a short one whose words stand in it', () => {
    const long = Array.from({ length: 80 }, (_, at) => `word${at}`).join(' ');
    const other: TinyMemory = ['everything', 'A long list', `${long} docker needs memory`];
    expect(scoreOf({ one: ['docker', 'What Docker needs', 'Memory.'], other })).toBe(0);
  });
});

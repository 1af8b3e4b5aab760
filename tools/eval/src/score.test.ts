import { expect, it } from 'vitest';
import { recallAt, scoreOf } from './score.js';

it('counts the share of the right answers among the first ones', () => {
  const outcome = { ranking: ['x', 'a', 'y', 'z', 'w', 'b'], gold: ['a', 'b'] };
  expect(recallAt(1, outcome)).toBe(0);
  expect(recallAt(5, outcome)).toBe(0.5);
  expect(recallAt(10, outcome)).toBe(1);
});

it('takes the mean over questions, with nothing found as zero', () => {
  const score = scoreOf([
    { ranking: ['a'], gold: ['a'] },
    { ranking: ['x', 'y', 'z', 'a'], gold: ['a'] },
    { ranking: [], gold: ['a'] },
    { ranking: ['x'], gold: ['a'] },
  ]);
  expect(score).toEqual({ 'recall@1': 0.25, 'recall@5': 0.5, 'recall@10': 0.5, mrr: 0.3125 });
});

it('is zero for no questions', () => {
  expect(scoreOf([])).toEqual({ 'recall@1': 0, 'recall@5': 0, 'recall@10': 0, mrr: 0 });
});

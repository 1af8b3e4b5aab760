import { expect, it } from 'vitest';
import type { EvaluatedQuestion } from './evaluate.js';
import { goalsOf } from './goals.js';
import { renderMisses, renderReport, scoresOf } from './report.js';

function question(
  language: string,
  overlap: EvaluatedQuestion['overlap'],
  mem: readonly string[],
  grep: readonly string[],
): EvaluatedQuestion {
  return { text: 'where?', gold: ['a'], language, overlap, half: 'dev', rankings: { mem, grep } };
}

it('wants to be better than every other in each language, not just as good', () => {
  const goals = goalsOf([
    question('en', 'header', ['a'], ['b']),
    question('de', 'header', ['a'], ['a']),
  ]);
  expect(goals.map(({ reached }) => reached)).toEqual([false, true, true]);
  expect(goals[0]!.text).toBe('de: recall@5 1.000, the best other is grep with 1.000');
});

it('wants nine of ten where a word is shared, and leaves the others out of it', () => {
  const found = question('en', 'body', ['a'], []);
  const lost = question('en', 'body', ['b'], []);
  const unrelated = question('en', 'none', [], []);
  const last = (questions: EvaluatedQuestion[]) => goalsOf(questions).at(-1)!.reached;
  expect(last([...Array(9).fill(found), lost, unrelated])).toBe(true);
  expect(last([...Array(8).fill(found), lost])).toBe(false);
});

it('gives the scores by system and measure', () => {
  const scores = scoresOf([question('en', 'body', ['b', 'a'], [])], ['mem', 'grep']);
  expect(scores).toEqual({
    mem: { 'recall@1': 0, 'recall@5': 1, 'recall@10': 1, mrr: 0.5 },
    grep: { 'recall@1': 0, 'recall@5': 0, 'recall@10': 0, mrr: 0 },
  });
});

it('shows a table for each group that has questions', () => {
  const text = renderReport([question('en', 'body', ['a'], [])], ['mem', 'grep']);
  expect(text).toContain('Language en (1)');
  expect(text).toContain('Questions that share a word with a body only (1)');
  expect(text).not.toContain('Half test');
});

it('tells what came first where the right file is not among the first five', () => {
  expect(renderMisses([question('en', 'body', ['a'], [])])).toBe('');
  expect(renderMisses([question('en', 'none', ['b', 'c'], [])])).toBe(
    '[en none dev] where?\n    wanted a at none; first came b, c\n',
  );
});

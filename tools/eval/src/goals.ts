import type { EvaluatedQuestion } from './evaluate.js';
import { scoreOf } from './score.js';

export interface Goal {
  /** What must be so, with the figures. */
  readonly text: string;
  readonly reached: boolean;
}

/** The system that the goals are about. */
export const ourSystem = 'mem';

const wantedRecall = 0.9;

/** Better than every other system in each language, and good wherever a word is shared. */
export function goalsOf(questions: readonly EvaluatedQuestion[]): Goal[] {
  const languages = [...new Set(questions.map(({ language }) => language))].sort();
  return [
    ...languages.map((language) =>
      bestOfAll(
        language,
        questions.filter((question) => question.language === language),
      ),
    ),
    goodWhereWordsAreShared(questions.filter(({ overlap }) => overlap !== 'none')),
  ];
}

function bestOfAll(language: string, questions: readonly EvaluatedQuestion[]): Goal {
  const ours = recall(questions, ourSystem);
  const others = Object.keys(questions[0]?.rankings ?? {})
    .filter((system) => system !== ourSystem)
    .map((system) => ({ system, recall: recall(questions, system) }))
    .sort((left, right) => right.recall - left.recall);
  const best = others[0];
  return {
    text: `${language}: recall@5 ${figure(ours)}, the best other is ${best?.system ?? 'none'} with ${figure(best?.recall ?? 0)}`,
    reached: best === undefined || ours > best.recall,
  };
}

function goodWhereWordsAreShared(questions: readonly EvaluatedQuestion[]): Goal {
  const ours = recall(questions, ourSystem);
  return {
    text: `questions that share a word with their answer: recall@5 ${figure(ours)}, wanted ${figure(wantedRecall)}`,
    reached: questions.length === 0 || ours >= wantedRecall,
  };
}

function recall(questions: readonly EvaluatedQuestion[], system: string): number {
  const outcomes = questions.map(({ gold, rankings }) => ({
    gold,
    ranking: rankings[system] ?? [],
  }));
  return scoreOf(outcomes)['recall@5'];
}

function figure(value: number): string {
  return value.toFixed(3);
}

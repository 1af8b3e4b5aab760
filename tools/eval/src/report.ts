import type { EvaluatedQuestion } from './evaluate.js';
import { type Goal, ourSystem } from './goals.js';
import { overlapClasses } from './overlap.js';
import { type Score, scoreOf } from './score.js';

const columns = ['recall@1', 'recall@5', 'recall@10', 'mrr'] as const;

const overlapTitles = {
  header: 'Questions that share a word with a name or description',
  body: 'Questions that share a word with a body only',
  none: 'Questions that share no word with their answer',
};

/** The scores of each system over the questions, by the system's name. */
export function scoresOf(
  questions: readonly EvaluatedQuestion[],
  systems: readonly string[],
): Record<string, Score> {
  return Object.fromEntries(
    systems.map((system) => [
      system,
      scoreOf(questions.map(({ gold, rankings }) => ({ gold, ranking: rankings[system] ?? [] }))),
    ]),
  );
}

/** All tables as text, for a terminal. */
export function renderReport(
  questions: readonly EvaluatedQuestion[],
  systems: readonly string[],
): string {
  const languages = [...new Set(questions.map(({ language }) => language))].sort();
  const groups: [string, readonly EvaluatedQuestion[]][] = [
    ['All questions', questions],
    ...languages.map(groupOf('Language', questions, 'language')),
    ...overlapClasses.map((overlap): [string, readonly EvaluatedQuestion[]] => [
      overlapTitles[overlap],
      questions.filter((question) => question.overlap === overlap),
    ]),
    [
      'Questions that share any word with their answer',
      questions.filter(({ overlap }) => overlap !== 'none'),
    ],
    ...(['dev', 'test'] as const).map(groupOf('Half', questions, 'half')),
  ];
  return groups
    .filter(([, members]) => members.length > 0)
    .map(([title, members]) => renderTable(`${title} (${members.length})`, members, systems))
    .join('\n');
}

export function renderGoals(goals: readonly Goal[]): string {
  return goals.map(({ text, reached }) => `${reached ? 'reached' : 'MISSED '}  ${text}\n`).join('');
}

/** Each question whose right files are not all among our first five, and what came first instead. */
export function renderMisses(questions: readonly EvaluatedQuestion[]): string {
  return questions
    .filter(({ gold, rankings }) => {
      const first = rankings[ourSystem]?.slice(0, 5) ?? [];
      return gold.some((id) => !first.includes(id));
    })
    .map(({ text, gold, language, overlap, half, rankings }) => {
      const ranking = rankings[ourSystem] ?? [];
      const wanted = gold.map((id) => `${id} at ${ranking.indexOf(id) + 1 || 'none'}`).join(', ');
      const first = ranking.slice(0, 3).join(', ') || 'nothing';
      return `[${language} ${overlap} ${half}] ${text}\n    wanted ${wanted}; first came ${first}\n`;
    })
    .join('');
}

function groupOf<K extends 'language' | 'half'>(
  title: string,
  questions: readonly EvaluatedQuestion[],
  key: K,
) {
  return (value: EvaluatedQuestion[K]): [string, readonly EvaluatedQuestion[]] => [
    `${title} ${value}`,
    questions.filter((question) => question[key] === value),
  ];
}

function renderTable(
  title: string,
  questions: readonly EvaluatedQuestion[],
  systems: readonly string[],
): string {
  const scores = scoresOf(questions, systems);
  const rows = systems.map((system) => {
    const figures = columns.map((column) => scores[system]![column].toFixed(3).padStart(10));
    return `  ${system.padEnd(12)}${figures.join('')}\n`;
  });
  const head = `  ${''.padEnd(12)}${columns.map((column) => column.padStart(10)).join('')}\n`;
  return `${title}\n${head}${rows.join('')}`;
}

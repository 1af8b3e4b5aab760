import type { EvaluationSet, Memory, Question } from './evaluation-set.js';
import { type Half, halfOf } from './half.js';
import { languageOf } from './language.js';
import { type Overlap, overlapOf } from './overlap.js';
import type { RankingSystem } from './ranking-system.js';

/** A question with what is known of it, and each system's answer by the system's name. */
export interface EvaluatedQuestion {
  readonly text: string;
  readonly gold: readonly string[];
  readonly language: string;
  readonly overlap: Overlap;
  readonly half: Half;
  readonly rankings: Readonly<Record<string, readonly string[]>>;
}

/** Puts every question of the set to every system. */
export async function evaluate(
  set: EvaluationSet,
  systems: readonly RankingSystem[],
): Promise<EvaluatedQuestion[]> {
  const memories = [...set.memories].sort((left, right) => (left.id < right.id ? -1 : 1));
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const rankers = await Promise.all(
    systems.map(async ({ name, prepare }) => ({ name, rank: await prepare(memories) })),
  );
  const evaluated: EvaluatedQuestion[] = [];
  for (const question of set.questions) {
    const rankings: Record<string, readonly string[]> = {};
    for (const { name, rank } of rankers) rankings[name] = await rank(question.text);
    evaluated.push({ ...describe(question, byId), rankings });
  }
  return evaluated;
}

function describe(
  question: Question,
  byId: ReadonlyMap<string, Memory>,
): Omit<EvaluatedQuestion, 'rankings'> {
  const { text, gold } = question;
  const memories = gold.flatMap((id) => byId.get(id) ?? []);
  return {
    text,
    gold,
    language: question.language ?? languageOf(text),
    overlap: overlapOf(question, memories),
    half: halfOf(text),
  };
}

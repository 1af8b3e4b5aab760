import { readdir, readFile } from 'node:fs/promises';
import { type EvaluationSet, parseEvaluationSet } from './evaluation-set.js';

/** Beside `src` and beside the bundled `dist` alike. */
const dataFolder = new URL('../data/', import.meta.url);

/** All languages in one directory, as a team that writes in several has them. */
export async function readBuiltInSet(): Promise<EvaluationSet> {
  const names = (await readdir(dataFolder)).filter((name) => name.endsWith('.json')).sort();
  const sets: EvaluationSet[] = [];
  for (const name of names) sets.push(await readSetFile(new URL(name, dataFolder)));
  return {
    memories: sets.flatMap((set) => set.memories),
    questions: sets.flatMap((set) => set.questions),
  };
}

/** @throws SetError or SyntaxError when the file holds no evaluation set */
export async function readSetFile(file: URL | string): Promise<EvaluationSet> {
  const text = await readFile(file, 'utf8');
  return parseEvaluationSet(JSON.parse(text.replace(/^\uFEFF/, '')));
}

import { readdir, readFile } from 'node:fs/promises';
import { type EvaluationSet, parseEvaluationSet, SetError } from './evaluation-set.js';

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

/** @throws SetError when there is no such file or it holds no evaluation set */
export async function readSetFile(file: URL | string): Promise<EvaluationSet> {
  return parseEvaluationSet(parseJson(await readText(file)));
}

async function readText(file: URL | string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const fault = isAbsent ? 'is not there' : 'cannot be read';
    throw new SetError(`The file ${file} ${fault}.`, { cause: error });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new SetError(`It is not JSON: ${(error as Error).message}.`, { cause: error });
  }
}

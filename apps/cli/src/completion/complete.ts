import type { World } from '../world.js';
import { entryCandidates } from './entry-candidates.js';
import { type Candidate, placeOf } from './place.js';
import { shellWord } from './shell-word.js';

/** In milliseconds: a person waits for this with a finger on the key. */
const timeLimit = 1500;

/**
 * The other end of the scripts: `mem __complete raw|plain WORDS…`, the words after `mem` up to the
 * cursor, the last of them unfinished; `raw` as typed, `plain` without the shell's quotes. Prints
 * `words`, `file` or `directory`, then the candidates, a line each: what the word could be, and
 * after a tab what that is. Whatever goes wrong, it prints nothing and says that all is well.
 */
export async function complete(world: World): Promise<number> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, timeLimit, '');
  });
  try {
    world.writeOutput(await Promise.race([answer(world), tooLate]));
  } catch {
    // Nobody reads an error in the middle of a command line.
  } finally {
    clearTimeout(timer);
  }
  return 0;
}

async function answer(world: World): Promise<string> {
  const [, mode, ...typed] = world.arguments;
  const words = mode === 'raw' ? typed.map((word) => shellWord(word, world.homeDirectory)) : typed;
  const current = words.pop() ?? '';
  const { wanted, lead, values } = await placeOf(words, current);
  if (wanted === 'file' || wanted === 'directory') return `${wanted}\n`;
  const candidates =
    typeof wanted === 'string' ? await entryCandidates(wanted, values, world) : (wanted ?? []);
  const fitting = candidates
    .map(({ word, about }) => ({ word: lead + word, about }))
    .filter(({ word }) => word.startsWith(current));
  return `words\n${fitting.map(lineOf).join('')}`;
}

function lineOf({ word, about }: Candidate): string {
  return about === '' ? `${word}\n` : `${word}\t${about.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')}\n`;
}

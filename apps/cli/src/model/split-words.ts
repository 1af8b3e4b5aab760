import { UsageError } from '../arguments/usage-error.js';

/**
 * The words of a command, as a shell would see them: blanks part words, quotes keep them together,
 * a backslash keeps the next sign (within single quotes it is one of the word's own). Nothing
 * else means anything: no variables, no pipes.
 */
export function splitWords(command: string): string[] {
  const words: string[] = [];
  const token = /\s+|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)/sy;
  let word: string | undefined;
  while (token.lastIndex < command.length) {
    const match = token.exec(command);
    if (!match) throw new UsageError('--model-command ends within quotes. Close them.');
    const [, single, double, escaped, plain] = match;
    const piece = single ?? double?.replace(/\\(["\\])/g, '$1') ?? escaped ?? plain;
    if (piece !== undefined) word = (word ?? '') + piece;
    else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}

import type { Memory, Question } from './evaluation-set.js';
import { languageOf } from './language.js';
import { contentWords } from './words/content-words.js';

/**
 * How a question touches the memories that answer it: `header` shares a content word with a name
 * or description, `body` only with a body, `none` with nothing (left to a model that understands).
 */
export const overlapClasses = ['header', 'body', 'none'] as const;
export type Overlap = (typeof overlapClasses)[number];

/** Of several right memories the closest decides: one of them can be found by that word. */
export function overlapOf(question: Question, gold: readonly Memory[]): Overlap {
  const language = question.language ?? languageOf(question.text);
  const asked = contentWords(question.text, language);
  const touches = (text: string): boolean => sharesWord(asked, contentWords(text, language));
  if (gold.some((memory) => touches(`${memory.name ?? ''}\n${memory.description ?? ''}`))) {
    return 'header';
  }
  return gold.some((memory) => touches(memory.body)) ? 'body' : 'none';
}

function sharesWord(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  for (const word of left) if (right.has(word)) return true;
  return false;
}

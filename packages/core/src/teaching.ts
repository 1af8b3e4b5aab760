import { memoryInstructions } from './instructions.js';

export type Lesson =
  | 'The four types'
  | 'When to save'
  | 'What never to store'
  | 'Before you save'
  | 'Before you rely on a note'
  | 'When told to ignore memory';

const lessons = new Map(
  memoryInstructions()
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end), section.slice(end + 1).trim()] as const;
    }),
);

/**
 * A tool's description: what it does, and what core teaches about it, in the words that every
 * other program of the project uses.
 */
export function teach(what: string, ...titles: readonly Lesson[]): string {
  const parts = titles.map((title) => {
    const text = lessons.get(title);
    if (text === undefined) throw new Error(`The instructions have no part "${title}".`);
    return `${title}:\n${text}`;
  });
  return [what, ...parts].join('\n\n');
}

import type { ScorePart } from '@mem/core';
import { type Page, styled } from '../terminal/page.js';
import { count } from '../view.js';

/** A line for each word: what it adds to the score, where it stands, how many memories have it. */
export function explanationLines(score: number, parts: readonly ScorePart[]): Page {
  const width = Math.max(...parts.map(({ term }) => term.length), 5);
  const line = (points: number, term: string, text: string) =>
    styled('dim', `    ${points.toFixed(3).padStart(7)}  ${term.padEnd(width)}  ${text}`.trimEnd());
  return [
    ...parts.flatMap((part) => [line(part.score, part.term, placesOf(part)), '\n']),
    line(score, 'total', ''),
    '\n',
  ];
}

const forms = { exact: '', variant: ' in another form', prefix: ' in a longer word' } as const;

function placesOf({ occurrences, entries }: ScorePart): string {
  const places = occurrences.map(({ field, form, count }) => `${count} × ${field}${forms[form]}`);
  return `${places.join(', ')}; in ${count(entries, 'memory', 'memories')}`;
}

import type { QueryTerm } from './parse-query.js';

/**
 * An expression, case ignored, that matches within every token that answers to one of the terms,
 * and in other places too. Not in texts that are `isUnsure`.
 */
export function termPattern(terms: readonly QueryTerm[]): string {
  if (terms.length === 0) return nowhere;
  return terms.map((term) => escaped(commonStart(term))).join('|');
}

const nowhere = '(?!)';

/** What every form of the term begins with. */
function commonStart(term: QueryTerm): string {
  if (term.stem === undefined) return term.text;
  // `policies` has the stem `policy`.
  const start = term.stem.endsWith('y') ? term.stem.slice(0, -1) : term.stem;
  return term.text.startsWith(start) ? start : start.slice(0, -1);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

import type { TextRange } from '../memory-store.js';
import { foldCase } from './contains.js';
import type { FoundEntry } from './each-entry.js';
import { makeSnippet, type Snippet } from './snippet.js';

/** A line around the first place that holds the text: in the body, else the description. */
export function containsSnippet(entry: FoundEntry, text: string): Snippet {
  const description = entry.description ?? '';
  return (
    snippetIn(entry.body, text) ??
    snippetIn(description, text) ??
    makeSnippet(entry.body.trim() === '' ? description : entry.body, [])
  );
}

function snippetIn(value: string, text: string): Snippet | undefined {
  const folded = foldCase(value);
  const wanted = foldCase(text);
  const start = folded.indexOf(wanted);
  if (start < 0 || text === '') return undefined;
  const end = start + wanted.length;
  if (folded.length === value.length) return makeSnippet(value, [{ start, end, ...onlyMatch }]);
  const shown = value.normalize('NFC');
  return makeSnippet(shown, [{ ...unfoldedRange(shown, start, end), ...onlyMatch }]);
}

const onlyMatch = { term: 0, weight: 1 };

/** Where a piece of the folded text stands in the text as it is: `İ` becomes longer when folded. */
function unfoldedRange(shown: string, start: number, end: number): TextRange {
  let at = 0;
  let foldedAt = 0;
  let first = 0;
  for (const character of shown) {
    if (foldedAt >= end) break;
    if (foldedAt <= start) first = at;
    foldedAt += character.toLowerCase().length;
    at += character.length;
  }
  return { start: first, end: at };
}

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
  const start = folded.indexOf(foldCase(text));
  if (start < 0 || text === '') return undefined;
  // Where folding changed lengths, places in the folded text are none in the text as it is.
  const shown = folded.length === value.length ? value : value.normalize('NFC');
  if (shown.length !== folded.length) return makeSnippet(folded, [rangeAt(start, text)]);
  return makeSnippet(shown, [rangeAt(start, text)]);
}

function rangeAt(start: number, text: string) {
  return { start, end: start + foldCase(text).length, term: 0, weight: 1 };
}

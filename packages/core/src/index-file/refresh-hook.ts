import { applyEdits, type Edit } from './lines.js';
import { type IndexLink, type ParsedIndex, parseIndex } from './parse-index.js';
import { maxLineLength, oneLine, renderHook } from './render-index-line.js';
import { samePath } from './same-path.js';

/** Part of a description that a cut hook must at least hold to count as that description. */
const minCutLength = 12;

/**
 * Lets the hook follow a changed description, where the hook was the old description: whole, or cut
 * with `…`. Hooks that a person wrote stay, and an empty description never blanks one.
 */
export function refreshHook(
  text: string,
  path: string,
  oldDescription: string | undefined,
  newDescription: string | undefined,
): { text: string; changed: boolean } {
  const index = parseIndex(text);
  const edits = index.links
    .filter((link) => samePath(link.path, path))
    .flatMap((link) => hookEdit(index, link, oldDescription, newDescription) ?? []);
  const changed = applyEdits(text, edits);
  return { text: changed, changed: changed !== text };
}

/** The edit that puts the new description in place of the old one; undefined where there is none. */
export function hookEdit(
  index: ParsedIndex,
  link: IndexLink,
  oldDescription: string | undefined,
  newDescription: string | undefined,
): Edit | undefined {
  const line = index.lines[link.line - 1]!;
  if (!link.own || line.kind === 'table') return undefined;
  const lineEnd = line.start + line.text.length;
  if (link.hookEnd > lineEnd || !isHookOf(link.hook, oldDescription)) return undefined;
  const hasHook = link.hook !== '';
  const separator = hasHook ? '' : ' — ';
  const start = hasHook ? link.hookStart : link.end;
  if (!hasHook && index.text.slice(start, lineEnd).trim() !== '') return undefined;
  const hook = renderHook(newDescription, maxLineLength - (start - line.start) - separator.length);
  if (hook === '') return undefined;
  return { start, end: hasHook ? link.hookEnd : lineEnd, text: separator + hook };
}

/** True when the hook says what the description says, or begins to and ends with `…`. */
export function isHookOf(hook: string, description: string | undefined): boolean {
  const text = oneLine(description ?? '');
  if (hook === text) return true;
  const sign = /(?:…|\.\.\.)$/u.exec(hook);
  if (sign === null) return false;
  const start = hook.slice(0, sign.index).trimEnd();
  return start.length >= minCutLength && text.startsWith(start);
}

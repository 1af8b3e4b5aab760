import type { ContextEntry, ReadContextEntry } from './context-entry.js';
import { omittedMark } from './context-markers.js';
import { escapeBody, unescapeBody } from './escape-body.js';
import { dropLeadingBlankLines, normalizeBody, normalizeLabel } from './normalize-text.js';

/** `## name [type]`, a blank line and the body, with a line end. */
export function renderMarkdownEntry(entry: ContextEntry): string {
  const type = normalizeLabel(entry.type ?? '');
  const heading = `## ${escapeLabel(normalizeLabel(entry.name))}${type && ` [${escapeLabel(type)}]`}`;
  const body = normalizeBody(entry.body) || normalizeBody(entry.description ?? '');
  return body === '' ? `${heading}\n` : `${heading}\n\n${escapeBody(body)}\n`;
}

/** The entries of a block's content; what stands before the first one is not theirs. */
export function readMarkdownEntries(content: string): ReadContextEntry[] {
  const entries: ReadContextEntry[] = [];
  let heading: string | undefined;
  let lines: string[] = [];
  const finish = () => {
    if (heading !== undefined) entries.push(readEntry(heading, lines.join('\n')));
    lines = [];
  };
  for (const line of content.split('\n')) {
    if (line.startsWith('## ') || line.startsWith(omittedMark)) {
      finish();
      heading = line.startsWith('## ') ? line.slice(3) : undefined;
    } else lines.push(line);
  }
  finish();
  return entries;
}

function readEntry(heading: string, text: string): ReadContextEntry {
  const body = unescapeBody(dropLeadingBlankLines(text.trimEnd()));
  // A bracket of the name itself has a backslash before it.
  const typeStart = heading.indexOf(' [');
  if (typeStart < 0 || !heading.endsWith(']')) return { name: unescapeLabel(heading), body };
  const type = unescapeLabel(heading.slice(typeStart + 2, -1));
  return { name: unescapeLabel(heading.slice(0, typeStart)), type, body };
}

function escapeLabel(label: string): string {
  return label.replace(/[\\[\]#`]/g, '\\$&').replace(/</g, '<\\');
}

function unescapeLabel(text: string): string {
  return text.replace(/(<)\\|\\([\\[\]#`])/g, '$1$2');
}

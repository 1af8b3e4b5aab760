import { stemOf } from '../storage-path.js';
import { applyEdits, type Edit } from './lines.js';
import { writeLinkTarget } from './link-target.js';
import { type IndexLink, parseIndex } from './parse-index.js';
import { oneLine, renderTitle } from './render-index-line.js';
import { samePath } from './same-path.js';

/**
 * Makes every link to one path lead to another; anchors, hooks and all other bytes stay. A title
 * changes only where it was the old name, the old file name or its stem: those a person chose stay,
 * and so does the label of a definition, which ties the two together.
 */
export function retargetIndexLine(
  text: string,
  from: string,
  to: string,
  rename?: { readonly oldName: string; readonly newName: string },
): { text: string; changed: boolean } {
  const edits = new Map<number, Edit>();
  for (const link of parseIndex(text).links) {
    if (!samePath(link.path, from)) continue;
    const target = editOf(link.targetStart, link.targetEnd, targetFor(text, link, from, to));
    const title = editOf(link.textStart, link.textEnd, titleFor(text, link, from, to, rename));
    // Several reference links share one definition: keyed by place, each is edited once.
    for (const edit of [target, title]) edits.set(edit.start, edit);
  }
  const changed = applyEdits(text, [...edits.values()]);
  return { text: changed, changed: changed !== text };
}

function editOf(start: number, end: number, text: string): Edit {
  return { start, end, text };
}

function targetFor(text: string, link: IndexLink, from: string, to: string): string {
  const written = text.slice(link.targetStart, link.targetEnd);
  if (from === to) return written;
  const dot = written.startsWith('./') ? './' : '';
  return dot + writeLinkTarget(to) + link.anchor;
}

function titleFor(
  text: string,
  link: IndexLink,
  from: string,
  to: string,
  rename: { readonly oldName: string; readonly newName: string } | undefined,
): string {
  const written = text.slice(link.textStart, link.textEnd);
  const title = link.isLabel ? undefined : newTitle(link.title, from, to, rename);
  if (title === undefined || title === link.title) return written;
  const emphasis = /^\s*(\*\*|__|[*_`])?/.exec(written)![1] ?? '';
  return emphasis === '`' ? renderTitle(title) : emphasis + renderTitle(title) + emphasis;
}

function newTitle(
  title: string,
  from: string,
  to: string,
  rename: { readonly oldName: string; readonly newName: string } | undefined,
): string | undefined {
  if (rename && title === oneLine(rename.oldName)) return rename.newName;
  if (from === to) return undefined;
  if (title === from) return to;
  if (title === stemOf(from)) return stemOf(to);
  return title === `${stemOf(from)}.md` ? `${stemOf(to)}.md` : undefined;
}

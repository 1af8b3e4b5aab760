import type { EntryDiff } from '@mem/git';
import { type Page, styled } from '../terminal/page.js';

/** A unified diff: with colours for eyes, byte for byte for a program. */
export function diffPage(entries: readonly EntryDiff[], isTerminal: boolean): Page {
  return entries.flatMap(({ path, from, action, text, isText }): Page => {
    if (!isText) return [`${action} ${path}: not UTF-8 text\n`];
    if (text === '')
      return [from === undefined ? `${action} ${path}\n` : `renamed ${from} to ${path}\n`];
    return isTerminal ? text.split(/(?<=\n)/).flatMap(diffLine) : [text];
  });
}

function diffLine(line: string): Page {
  if (/^(?:---|\+\+\+|@@)/.test(line)) return [styled('bold', line.slice(0, -1)), '\n'];
  if (line.startsWith('+')) return [styled('cyan', line.slice(0, -1)), '\n'];
  if (line.startsWith('-')) return [styled('red', line.slice(0, -1)), '\n'];
  return [line];
}

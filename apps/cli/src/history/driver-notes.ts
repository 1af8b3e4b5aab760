import type { DriverConflict } from '@mem/git';
import type { Page } from '../terminal/page.js';
import { oneLine } from '../terminal/visible.js';

/** What a merge of git's leaves to a person and no mark in the file shows, a line each. */
export function driverNotes(path: string, conflicts: readonly DriverConflict[]): Page {
  return conflicts.flatMap((conflict) => {
    const what = contradiction(conflict);
    if (what === undefined) return [];
    const name = oneLine(path);
    const word = `':3:${name.replaceAll("'", "'\\''")}'`;
    return [
      `mem: ${name}: ${what} Ours stands; while the merge lasts, git show ${word} prints theirs.\n`,
    ];
  });
}

function contradiction(conflict: DriverConflict): string | undefined {
  switch (conflict.part) {
    case 'field':
      return `${oneLine(conflict.field)} is ${shown(conflict.ours)} in ours, ${shown(conflict.theirs)} in theirs.`;
    case 'line':
      return `the line of ${oneLine(conflict.path)} is ${shown(conflict.ours)} in ours, ${shown(conflict.theirs)} in theirs.`;
    case 'header':
      return 'the headers contradict each other.';
    case 'file':
      return 'both sides changed it, and it is no text.';
    default:
      return undefined;
  }
}

const longest = 200;

function shown(value: string | undefined): string {
  if (value === undefined) return 'absent';
  const line = oneLine(value);
  return `"${line.length > longest ? `${line.slice(0, longest).toWellFormed()}…` : line}"`;
}

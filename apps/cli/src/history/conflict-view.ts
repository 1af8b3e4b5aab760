import type { MemoryConflict } from '@mem/git';
import { exitCodes } from '../exit-code.js';
import { type Page, type Piece, styled } from '../terminal/page.js';
import { count } from '../view.js';

export function conflictJson({ path, kind, commit, date, base, ours, theirs }: MemoryConflict) {
  return {
    path,
    kind,
    commit,
    date,
    base: base ?? null,
    ours: ours ?? null,
    theirs: theirs ?? null,
  };
}

const explanations: Readonly<Record<MemoryConflict['kind'], string>> = {
  edited: 'both sides changed the same place; ours stands there',
  added: 'both sides made it, with different contents',
  'removed-by-us': 'deleted here, changed there; theirs stands there',
  'removed-by-them': 'changed here, deleted there; ours stands there',
  renamed: 'both sides renamed it, to different names',
};

/** Oldest first, as they are listed. */
export function conflictLines(conflicts: readonly MemoryConflict[]): Page {
  return conflicts.flatMap((conflict, at): Piece[] => {
    const { path, kind } = conflict;
    const isNewest = !conflicts.slice(at + 1).some((other) => other.path === path);
    return [
      styled('bold', path),
      '  ',
      styled('yellow', kind),
      `  ${isNewest ? explanations[kind] : 'of other versions, met earlier; comes when the newer one is settled'}\n`,
    ];
  });
}

export function openNote(conflicts: readonly MemoryConflict[]): Page {
  if (conflicts.length === 0) return [];
  const open = count(conflicts.length, 'conflict is', 'conflicts are');
  return [
    `${open} open, and both versions are kept. See "mem conflicts NAME", settle with "mem resolve".\n`,
  ];
}

export function openExitCode(conflicts: readonly MemoryConflict[]): number {
  return conflicts.length === 0 ? 0 : exitCodes.CONFLICT;
}

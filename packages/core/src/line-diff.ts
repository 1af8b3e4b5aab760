import { matchLines } from './match-lines.js';
import { linesOf, type TextLine } from './text-lines.js';

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  /** Without its line end. */
  readonly text: string;
  /** True for a last line without a line end. */
  readonly isUnended?: boolean;
}

/** Lines that changed, with up to three that did not around them. */
export interface DiffHunk {
  /** The first line of it in the old and in the new text, counted from 1. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly DiffLine[];
}

const context = 3;

/** What differs between two texts, line by line; a changed line end is a changed line. */
export function diffLines(before: string, after: string): DiffHunk[] {
  const lines = allLines(linesOf(before), linesOf(after));
  const hunks: DiffHunk[] = [];
  let oldLine = 1;
  let newLine = 1;
  let hunk: { oldStart: number; newStart: number; lines: DiffLine[] } | undefined;
  let unchanged: DiffLine[] = [];
  const close = () => {
    hunk?.lines.push(...unchanged.slice(0, context));
    hunk = undefined;
  };
  for (const line of lines) {
    if (line.kind === 'same') {
      unchanged.push(line);
      if (unchanged.length > 2 * context) {
        if (hunk) close();
        unchanged = unchanged.slice(-context);
      }
    } else {
      if (hunk === undefined) {
        const before = unchanged.slice(-context);
        hunk = {
          oldStart: oldLine - before.length,
          newStart: newLine - before.length,
          lines: before,
        };
        hunks.push(hunk);
      } else hunk.lines.push(...unchanged);
      unchanged = [];
      hunk.lines.push(line);
    }
    if (line.kind !== 'added') oldLine++;
    if (line.kind !== 'removed') newLine++;
  }
  close();
  return hunks;
}

function* allLines(before: readonly TextLine[], after: readonly TextLine[]): Iterable<DiffLine> {
  const whole = ({ text, end }: TextLine) => text + end;
  const matches = matchLines(before.map(whole), after.map(whole));
  let next = 0;
  for (const [at, line] of before.entries()) {
    const match = matches[at] ?? -1;
    if (match < 0) yield diffLine('removed', line);
    else {
      while (next < match) yield diffLine('added', after[next++] as TextLine);
      yield diffLine('same', line);
      next = match + 1;
    }
  }
  while (next < after.length) yield diffLine('added', after[next++] as TextLine);
}

function diffLine(kind: DiffLine['kind'], { text, end }: TextLine): DiffLine {
  return end === '' ? { kind, text, isUnended: true } : { kind, text };
}

const marks = { same: ' ', added: '+', removed: '-' } as const;

/** The hunks as `diff -u` writes them. */
export function renderHunks(hunks: readonly DiffHunk[]): string {
  return hunks.map(renderHunk).join('');
}

function renderHunk({ oldStart, newStart, lines }: DiffHunk): string {
  const count = (other: DiffLine['kind']) => lines.filter(({ kind }) => kind !== other).length;
  const head = `@@ -${place(oldStart, count('added'))} +${place(newStart, count('removed'))} @@\n`;
  const rows = lines.map(
    ({ kind, text, isUnended }) =>
      `${marks[kind]}${text}\n${isUnended ? '\\ No newline at end of file\n' : ''}`,
  );
  return head + rows.join('');
}

/** A piece without lines is named by the line before it. */
function place(start: number, count: number): string {
  return count === 0 ? `${start - 1},0` : `${start},${count}`;
}

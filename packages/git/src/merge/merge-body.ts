import { joinLines, type LineEnd, lineEndOf, linesOf, type TextLine } from '@mem/core/internal';
import { type Favour, favouredLines, type MergedPiece, mergeLines } from './merge-lines.js';

/** How a conflict appears in the text: one side's lines, or both between the marks that git uses. */
export type ConflictStyle = Favour | 'marks';

export interface MergedBody {
  readonly text: string;
  readonly conflicts: number;
}

/** Merges bodies by lines. Ours keeps its line ends, and what comes from theirs takes them on. */
export function mergeBody(
  base: string,
  ours: string,
  theirs: string,
  style: ConflictStyle,
): MergedBody {
  if (theirs === base || ours === theirs) return { text: ours, conflicts: 0 };
  if (ours === base) return { text: theirs, conflicts: 0 };
  const eol = lineEndOf(/[\r\n]/.test(ours) ? ours : theirs);
  const foreign = lineEndOf(theirs) === eol ? undefined : eol;
  const theirLines = linesOf(theirs).map((line) => adapted(line, foreign));
  const pieces = mergeLines(linesOf(base), linesOf(ours), theirLines);
  const lines = style === 'marks' ? markedLines(pieces, eol) : favouredLines(pieces, style);
  const endsLine = mergedEnd(base, ours, theirs);
  return {
    text: joinLines(lines.map((line, at) => ended(line, eol, at < lines.length - 1, endsLine))),
    conflicts: pieces.filter(({ kind }) => kind === 'conflict').length,
  };
}

function adapted(line: TextLine, eol: LineEnd | undefined): TextLine {
  return eol === undefined || line.end === '' ? line : { ...line, end: eol };
}

/** Does the text end with a line end? Decided like any other part of it. */
function mergedEnd(base: string, ours: string, theirs: string): boolean {
  const [inBase, inOurs, inTheirs] = [base, ours, theirs].map(
    (text) => text === '' || /[\r\n]$/.test(text),
  );
  return inOurs === inBase ? (inTheirs ?? true) : (inOurs ?? true);
}

function ended(line: TextLine, eol: LineEnd, isInner: boolean, endsLine: boolean): TextLine {
  if (!isInner && !endsLine) return { ...line, end: '' };
  return line.end === '' ? { ...line, end: eol } : line;
}

function markedLines(pieces: readonly MergedPiece[], eol: LineEnd): TextLine[] {
  const mark = (text: string): TextLine => ({ text, end: eol });
  return pieces.flatMap((piece) =>
    piece.kind === 'merged'
      ? piece.lines
      : [
          mark('<<<<<<< ours'),
          ...piece.ours,
          mark('||||||| base'),
          ...piece.base,
          mark('======='),
          ...piece.theirs,
          mark('>>>>>>> theirs'),
        ],
  );
}

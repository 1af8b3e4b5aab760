import { matchLines, type TextLine } from '@mem/core/internal';

/** Which side's text stands where both changed the same place. */
export type Favour = 'ours' | 'theirs';

/** A piece of the merged text, in order. */
export type MergedPiece =
  | { readonly kind: 'merged'; readonly lines: readonly TextLine[] }
  | {
      readonly kind: 'conflict';
      readonly base: readonly TextLine[];
      readonly ours: readonly TextLine[];
      readonly theirs: readonly TextLine[];
    };

/**
 * Merges two versions of a text that came from one, line by line; line ends do not count. Lines
 * that one side changed are taken from it, lines that both changed alike are taken once, and where
 * both only added lines in one place of an older text, both stay, ours first. The rest is a conflict.
 */
export function mergeLines(
  base: readonly TextLine[],
  ours: readonly TextLine[],
  theirs: readonly TextLine[],
): MergedPiece[] {
  const texts = (lines: readonly TextLine[]) => lines.map(({ text }) => text);
  const inOurs = matchLines(texts(base), texts(ours));
  const inTheirs = matchLines(texts(base), texts(theirs));
  const pieces: MergedPiece[] = [];
  let [b, o, t] = [0, 0, 0];
  while (b < base.length || o < ours.length || t < theirs.length) {
    let next = b;
    while (next < base.length && !(held(inOurs, next) && held(inTheirs, next))) next++;
    const oEnd = next < base.length ? (inOurs[next] ?? 0) : ours.length;
    const tEnd = next < base.length ? (inTheirs[next] ?? 0) : theirs.length;
    if (next > b || oEnd > o || tEnd > t) {
      const chunk = [base.slice(b, next), ours.slice(o, oEnd), theirs.slice(t, tEnd)] as const;
      pieces.push(mergeChunk(...chunk, base.length > 0));
    }
    if (next < base.length) pieces.push({ kind: 'merged', lines: ours.slice(oEnd, oEnd + 1) });
    [b, o, t] = [next + 1, oEnd + 1, tEnd + 1];
  }
  return pieces;
}

function held(matches: Int32Array, at: number): boolean {
  return (matches[at] ?? -1) >= 0;
}

function mergeChunk(
  base: readonly TextLine[],
  ours: readonly TextLine[],
  theirs: readonly TextLine[],
  hasBase: boolean,
): MergedPiece {
  if (sameTexts(ours, theirs) || sameTexts(theirs, base)) return { kind: 'merged', lines: ours };
  if (sameTexts(ours, base)) return { kind: 'merged', lines: theirs };
  if (base.length > 0 || !hasBase) return { kind: 'conflict', base, ours, theirs };
  return { kind: 'merged', lines: [...ours, ...theirs] };
}

function sameTexts(one: readonly TextLine[], other: readonly TextLine[]): boolean {
  return (
    one.length === other.length && one.every(({ text }, position) => text === other[position]?.text)
  );
}

/** The merged lines; in conflicts those of the favoured side. */
export function favouredLines(pieces: readonly MergedPiece[], favour: Favour): TextLine[] {
  return pieces.flatMap((piece) => (piece.kind === 'merged' ? piece.lines : piece[favour]));
}

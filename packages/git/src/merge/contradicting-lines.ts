import { pathKey } from '@mem/core/internal';
import { mapThree, type Three } from './map-three.js';
import { type OwnLine, ownLines, replaceLines } from './own-lines.js';

/** The line of a memory that both sides have, each changed in another way. */
export interface ContradictingLine {
  readonly base: OwnLine | undefined;
  readonly ours: OwnLine;
  readonly theirs: OwnLine;
}

/** Where two indexes contradict each other: a merge can keep only one of the two lines. */
export function contradictingLines(...texts: Three<string>): ContradictingLine[] {
  const [inBase, inOurs, inTheirs] = mapThree(texts, ownLines);
  return [...inOurs].flatMap(([key, { line: ours }]) => {
    const [base, theirs] = [inBase.get(key)?.line, inTheirs.get(key)?.line];
    if (theirs === undefined || theirs.text === ours.text) return [];
    return theirs.text === base?.text || ours.text === base?.text ? [] : [{ base, ours, theirs }];
  });
}

/** The index with the lines of theirs where the two contradict each other. */
export function withTheirLines(present: string, ...texts: Three<string>): string {
  const places = ownLines(present);
  const edits = contradictingLines(...texts).flatMap(({ ours, theirs }) => {
    const place = places.get(pathKey(ours.path));
    return place ? [{ place, text: theirs.text }] : [];
  });
  return replaceLines(present, edits);
}

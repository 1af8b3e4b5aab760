import { matchLines } from '../match-lines.js';

/**
 * A line that a change edited and somebody edited further, without the edit of the change: in
 * `- [new](new.md) — their words` the old name and file stand again. Undefined where the two edits
 * cannot be told apart, and where there is nothing of the change in the line.
 */
export function takeBackWords(before: string, left: string, now: string): string | undefined {
  const [inBefore, inLeft, inNow] = [wordsOf(before), wordsOf(left), wordsOf(now)];
  const leftOf = matchLines(inBefore, inLeft);
  const nowOf = matchLines(inLeft, inNow);
  const parts: string[] = [];
  let [b, l, n] = [0, 0, 0];
  for (let next = 0; next <= inBefore.length; next++) {
    const match = next < inBefore.length ? leftOf[next]! : inLeft.length;
    if (match === -1) continue;
    if (next > b || match > l) {
      const range = rangeOf(nowOf, l, match, inNow.length);
      if (range === undefined || range[0] < n) return undefined;
      parts.push(...inNow.slice(n, range[0]), ...inBefore.slice(b, next));
      n = range[1];
    }
    [b, l] = [next + 1, match + 1];
  }
  parts.push(...inNow.slice(n));
  return parts.join('');
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
}

/** Where these words of the change stand together now; undefined when they do not. */
function rangeOf(
  nowOf: Int32Array,
  start: number,
  end: number,
  length: number,
): [number, number] | undefined {
  const from = start === 0 ? -1 : nowOf[start - 1]!;
  const to = end === nowOf.length ? length : nowOf[end]!;
  if (start === end) {
    const isTogether = (start === 0 || from !== -1) && to !== -1 && from + 1 === to;
    return isTogether ? [to, to] : undefined;
  }
  const first = nowOf[start]!;
  for (let at = start; at < end; at++) {
    if (nowOf[at] === -1 || nowOf[at] !== first + at - start) return undefined;
  }
  return [first, first + end - start];
}

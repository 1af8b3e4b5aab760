/** Lines and line ends of a file, seen as bytes. */

const mark = '\uFEFF';

/** Lines without their `\n`; a final line end opens no further line. `\r` stays. */
export function rawLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Lines as a person sees them: no byte order mark, no `\r`. */
export function plainLines(text: string): string[] {
  return rawLines(text.startsWith(mark) ? text.slice(1) : text).map((line) =>
    line.endsWith('\r') ? line.slice(0, -1) : line,
  );
}

export function hasMark(text: string): boolean {
  return text.startsWith(mark);
}

/** Which line ends there are: none, one kind, or both. */
export function lineEnds(text: string): 'none' | 'lf' | 'crlf' | 'mixed' {
  const crlf = text.split('\r\n').length - 1;
  const all = text.split('\n').length - 1;
  if (all === 0) return 'none';
  if (crlf === 0) return 'lf';
  return crlf === all ? 'crlf' : 'mixed';
}

/** True when the lines occur in the text in this order, whatever stands between. */
export function isSubsequence(lines: readonly string[], within: readonly string[]): boolean {
  return firstMissing(lines, within) === undefined;
}

/** The first of the lines that cannot be found after the ones before it. */
export function firstMissing(
  lines: readonly string[],
  within: readonly string[],
): string | undefined {
  let at = 0;
  for (const line of lines) {
    while (at < within.length && within[at] !== line) at++;
    if (at === within.length) return line;
    at++;
  }
  return undefined;
}

/** Lines that the second list holds more often than the first. */
export function addedLines(before: readonly string[], after: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of before) left.set(line, (left.get(line) ?? 0) + 1);
  return after.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

/** Text after normalising what editors and tools differ in. */
export function normalBody(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

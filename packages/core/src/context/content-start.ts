/**
 * Where the words of a line begin: behind blanks, characters that cannot be seen, and the marks of
 * quotes and lists. The line's length when there are none.
 */
export function contentStart(line: string): number {
  // Sticky, so that each step looks at one place only and a line costs its length once.
  const prefix = /[\s\p{Cf}>]+|[-*+](?=\s+\S)|\d{1,9}[.)](?=\s)/uy;
  let position = 0;
  while (prefix.test(line)) position = prefix.lastIndex;
  return position;
}

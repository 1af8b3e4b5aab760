const numberWidth = 6;

/** Each line with its number, counted from `first`. */
export function numberedLines(lines: readonly string[], first: number): string {
  return lines.map((line, at) => `${String(first + at).padStart(numberWidth)}\t${line}`).join('\n');
}

/** How many whole lines, with their numbers, fit into so many characters; at least one. */
export function linesWithin(lines: readonly string[], maxChars: number): number {
  let chars = 0;
  for (const [at, line] of lines.entries()) {
    chars += numberWidth + 2 + line.length;
    if (chars > maxChars) return Math.max(1, at);
  }
  return lines.length;
}

/** Cut where no character is parted. */
export function cutLine(line: string, maxChars: number): string {
  if (line.length <= maxChars) return line;
  const unit = line.charCodeAt(maxChars - 1);
  const parted = unit >= 0xd800 && unit < 0xdc00;
  return line.slice(0, parted ? maxChars - 1 : maxChars);
}

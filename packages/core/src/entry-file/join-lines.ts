/** Text over several lines as one: each trimmed, empty ones dropped, joined by a blank. */
export function joinLines(text: string): string {
  if (!text.includes('\n')) return text;
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

import { createHash } from 'node:crypto';

/** A body that shows by itself whether it is whole: its first line is the hash of the rest. */
export function wholeBody(seed: string, kilobytes: number): string {
  const text = `${seed} ${'lorem ipsum 记忆 '.repeat(Math.ceil((kilobytes * 1024) / 19))}`;
  return `${hashOf(text)}\n${text}\n`;
}

export function isWhole(body: string): boolean {
  const end = body.indexOf('\n');
  return end > 0 && hashOf(body.slice(end + 1).trimEnd()) === body.slice(0, end).trim();
}

function hashOf(text: string): string {
  return createHash('sha256').update(text.trimEnd()).digest('hex');
}

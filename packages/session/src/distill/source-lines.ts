import type { KnownMemory } from './distill-input.js';
import type { SourceLine } from './plan.js';

/** The line that holds this place of the text, counted from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Where the body begins in the text of the file. */
export function bodyStart({ text, parsed }: KnownMemory): number {
  return text.length - parsed.body.length;
}

/** The first line of the body that says something. */
export function bodyLine(memory: KnownMemory): SourceLine {
  const start = bodyStart(memory);
  const blanks = memory.parsed.body.length - memory.parsed.body.trimStart().length;
  return { path: memory.path, line: lineAt(memory.text, start + blanks) };
}

/** The header's line with this key, or the first of the file. */
export function headerLine(memory: KnownMemory, key: string): SourceLine {
  const header = memory.text.slice(0, bodyStart(memory));
  const lines = header.split('\n');
  const at = lines.findIndex((line) => line.trimStart().startsWith(`${key}:`));
  return { path: memory.path, line: at < 0 ? 1 : at + 1 };
}

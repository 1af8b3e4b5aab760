import { visibleLine } from './visible-text.js';

/** One line of code that ends only where this function ends it. */
export function codeSpan(text: string): string {
  const line = visibleLine(text).trim() || ' ';
  const fence = '`'.repeat(longestRun(line) + 1);
  const gap = /^`|`$/.test(line) || line === ' ' ? ' ' : '';
  return `${fence}${gap}${line}${gap}${fence}`;
}

/** A block that nothing in the text can end. Without a line end behind it. */
export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

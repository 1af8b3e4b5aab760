import { type Ignore, parseIgnore } from '@mem/core';
import { UsageError } from './usage-error.js';

/** All that the options and the environment ignore, added up. */
export function ignoreOf(
  options: readonly string[] = [],
  environment: string | undefined,
): Ignore | undefined {
  const parts = [
    ...options.map((text) => parse('--ignore', text)),
    parse('MEM_IGNORE', environment ?? ''),
  ].filter((part) => part !== undefined);
  if (parts.length === 0) return undefined;
  if (parts.includes(true)) return true;
  const specific = parts.filter((part) => part !== true);
  return {
    types: specific.flatMap(({ types = [] }) => types),
    names: specific.flatMap(({ names = [] }) => names),
    query: specific.flatMap(({ query = [] }) => query),
  };
}

/** To guess what was meant could show what should be hidden. */
function parse(source: string, text: string): Ignore | undefined {
  try {
    return parseIgnore(text);
  } catch (error) {
    throw new UsageError(`${source}: ${(error as Error).message}`);
  }
}

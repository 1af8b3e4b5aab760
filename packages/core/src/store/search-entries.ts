import type { SearchOptions, SearchResult } from '../memory-store.js';
import type { Searcher } from '../search/create-searcher.js';
import type { ShownWorld } from './shown-world.js';

export function searchEntries(
  { ignored }: ShownWorld,
  searcher: Searcher,
  query: string,
  options: SearchOptions = {},
): Promise<SearchResult> {
  const { ignore: _, ...rest } = options;
  if (ignored.size === 0) return searcher.search(query, rest);
  return searcher.search(query, { ...rest, ignores: ({ path }) => ignored.has(path) });
}
